import type { Clock } from "#kit/host/host.ts";
import type { Log } from "#kit/log/log.ts";
import type { Bet, WalletPort } from "#modules/wallet/server/port.ts";
import type { LiveBetRow } from "../shared/contract.ts";
import type { DeskStore } from "./store.ts";

const dayMs = 86_400_000;
const shown = 20;
const cacheMs = 2000;
/** Wins of this morning leave the last 24 hours, and other processes note theirs. */
const rereadMs = 60_000;

export interface BigWins {
  /** Whether a committed bet is among the largest of the day, as far as this process knows. */
  isCandidate(bet: Bet): boolean;
  /** Keeps a committed bet when it is among the largest of the day. Bets of test accounts are not for here. */
  look(bet: Bet): void;
  latest(): Promise<LiveBetRow[]>;
  start(): Promise<void>;
}

interface Needs {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<DeskStore, "addBigWin" | "bigWins" | "forgetBigWins">;
  readonly bet: WalletPort["bet"];
  readonly rowOf: (bet: Bet) => Promise<LiveBetRow>;
}

/** Ten-thousandths of the stake. */
const ratioOf = ({ payout, stake }: Pick<Bet, "payout" | "stake">) => (payout * 10_000n) / stake;

/** The largest multipliers of the last 24 hours. Rows of the table name bets only; what is shown is read from the bets themselves. */
export function createBigWins({ clock, log, store, bet: findBet, rowOf }: Needs): BigWins {
  /** The multipliers that are shown as far as this process knows, largest first: only a larger one is worth a row. */
  let best: readonly bigint[] = [];
  let readAt = clock.monotonic();
  let cached: { at: number; rows: Promise<LiveBetRow[]> } | undefined;
  const dayAgo = () => new Date(clock.now() - dayMs);

  async function read() {
    readAt = clock.monotonic();
    const wins = await store.bigWins(dayAgo(), shown);
    best = wins.map(win => win.multiplier);
    return wins;
  }

  async function rows(): Promise<LiveBetRow[]> {
    const wins = await read();
    const bets = await Promise.all(wins.map(win => findBet(win.player, win.key)));
    return Promise.all(bets.filter(bet => bet !== undefined).map(rowOf));
  }

  function isCandidate({ status, payout, stake }: Bet): boolean {
    return (
      status === "settled" &&
      payout > stake &&
      (best.length < shown || ratioOf({ payout, stake }) > (best.at(-1) ?? 0n))
    );
  }

  return {
    isCandidate,
    look(bet) {
      if (clock.monotonic() - readAt >= rereadMs)
        read().catch((error: unknown) => log.warn({ err: error }, "the big wins could not be read"));
      if (!isCandidate(bet)) return;
      const multiplier = ratioOf(bet);
      best = [...best, multiplier].sort((a, b) => (a < b ? 1 : -1)).slice(0, shown);
      const win = { player: bet.player, key: bet.key, multiplier, at: bet.settledAt ?? bet.placedAt };
      store.addBigWin(win).catch((error: unknown) => log.warn({ err: error }, "a big win was not noted"));
    },
    latest() {
      if (!cached || clock.monotonic() - cached.at >= cacheMs) cached = { at: clock.monotonic(), rows: rows() };
      cached.rows.catch(() => {
        cached = undefined;
      });
      return cached.rows;
    },
    async start() {
      await store.forgetBigWins(dayAgo());
      await read();
    },
  };
}
