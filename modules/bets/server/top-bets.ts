import type { Clock } from "#kit/host/host.ts";
import type { Log } from "#kit/log/log.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Bet, WalletPort } from "#modules/wallet/server/port.ts";
import type { LiveBetRow } from "../shared/contract.ts";
import type { PublicProfileOf } from "./rows.ts";

const dayMs = 86_400_000;
const shown = 20;
const cacheMs = 2000;
/** Old bets leave the 24-hour window, and other processes record theirs. */
const rereadMs = 60_000;

/** A bet as its table stores it: ids and score. */
export interface TopBet {
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly score: bigint;
}

export interface TopBetsStore {
  add(bet: TopBet & { readonly at: Date }): Promise<void>;
  /** The largest since `since`, largest first. */
  since(since: Date, limit: number): Promise<TopBet[]>;
  forget(before: Date): Promise<void>;
}

export interface TopBets {
  /** Records a committed bet if it is among the largest of the day. */
  observe(bet: Bet): void;
  latest(): Promise<LiveBetRow[]>;
  start(): Promise<void>;
}

interface Needs {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: TopBetsStore;
  /** The score by which bets are ranked; undefined excludes a bet. */
  readonly scoreOf: (bet: Bet) => bigint | undefined;
  /** Refreshed with the table, at the start and every minute. */
  readonly refresh?: () => Promise<void>;
  readonly publicProfileOf: PublicProfileOf;
  readonly bet: WalletPort["bet"];
  readonly rowOf: (bet: Bet) => Promise<LiveBetRow>;
}

/**
 * The largest bets of the last 24 hours by a score, without test accounts. Rows of the table hold only ids; what is shown is read from the
 * bets themselves.
 */
export function createTopBets({
  clock,
  log,
  store,
  scoreOf,
  refresh,
  publicProfileOf,
  bet: findBet,
  rowOf,
}: Needs): TopBets {
  /** The published scores as far as this process has them, largest first: only a larger one is recorded. */
  let best: readonly bigint[] = [];
  let readAt = clock.monotonic();
  let cached: { at: number; rows: Promise<LiveBetRow[]> } | undefined;
  const dayAgo = () => new Date(clock.now() - dayMs);

  async function read() {
    readAt = clock.monotonic();
    await refresh?.();
    const top = await store.since(dayAgo(), shown);
    best = top.map(({ score }) => score);
    return top;
  }

  async function rows(): Promise<LiveBetRow[]> {
    const top = await read();
    const bets = await Promise.all(top.map(({ player, key }) => findBet(player, key)));
    const found = await Promise.all(bets.filter(bet => bet !== undefined).map(rowOf));
    return found.filter(row => !row.test);
  }

  /** A test account's bet does not count. */
  async function keep(bet: Bet, score: bigint): Promise<void> {
    const { player, key } = bet;
    if ((await publicProfileOf(player)).test) {
      const index = best.indexOf(score);
      if (index >= 0) best = best.toSpliced(index, 1);
      return;
    }
    await store.add({ player, key, score, at: bet.settledAt ?? bet.placedAt });
  }

  return {
    observe(bet) {
      if (clock.monotonic() - readAt >= rereadMs)
        read().catch((error: unknown) => log.warn({ err: error }, "failed to read the largest bets"));
      if (bet.status !== "settled") return;
      const score = scoreOf(bet);
      if (score === undefined || (best.length === shown && score <= (best.at(-1) ?? 0n))) return;
      best = [...best, score].sort((a, b) => (a < b ? 1 : -1)).slice(0, shown);
      keep(bet, score).catch((error: unknown) => log.warn({ err: error }, "failed to record a large bet"));
    },
    latest() {
      if (!cached || clock.monotonic() - cached.at >= cacheMs) cached = { at: clock.monotonic(), rows: rows() };
      cached.rows.catch(() => {
        cached = undefined;
      });
      return cached.rows;
    },
    async start() {
      await store.forget(dayAgo());
      await read();
    },
  };
}
