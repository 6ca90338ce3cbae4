import type { Clock } from "#kit/host/host.ts";
import type { Log } from "#kit/log/log.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Bet, WalletPort } from "#modules/wallet/server/port.ts";
import type { LiveBetRow } from "../shared/contract.ts";
import type { PublicProfileOf } from "./rows.ts";

const dayMs = 86_400_000;
const shown = 20;
const cacheMs = 2000;
/** Bets of this morning leave the last 24 hours, and other processes note theirs. */
const rereadMs = 60_000;

/** A bet as its table keeps it: by name, with what it is compared by. */
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
  /** Looks at a committed bet; keeps it when it is among the largest of the day. */
  observe(bet: Bet): void;
  latest(): Promise<LiveBetRow[]>;
  start(): Promise<void>;
}

interface Needs {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: TopBetsStore;
  /** What bets are compared by; undefined leaves a bet out. */
  readonly scoreOf: (bet: Bet) => bigint | undefined;
  /** Read beside the table, at the start and every minute. */
  readonly refresh?: () => Promise<void>;
  readonly publicProfileOf: PublicProfileOf;
  readonly bet: WalletPort["bet"];
  readonly rowOf: (bet: Bet) => Promise<LiveBetRow>;
}

/**
 * The largest bets of the last 24 hours by some score, without those of test accounts. Rows of the table name bets only; what is
 * shown is read from the bets themselves.
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
  /** The scores that are shown as far as this process knows, largest first: only a larger one is worth a row. */
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

  /** A test account gives its place back. */
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
      keep(bet, score).catch((error: unknown) => log.warn({ err: error }, "failed to note a large bet"));
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
