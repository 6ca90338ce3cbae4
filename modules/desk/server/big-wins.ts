import type { Clock } from "#kit/host/host.ts";
import type { Log } from "#kit/log/log.ts";
import type { Bet, WalletPort } from "#modules/wallet/server/port.ts";
import type { LiveBetRow } from "../shared/contract.ts";
import type { DeskStore } from "./store.ts";

const dayMs = 86_400_000;
const shown = 20;
const cacheMs = 2000;

export interface BigWins {
  /** Looks at a committed bet; keeps it when it is among the largest of the day. */
  look(bet: Bet): void;
  latest(): Promise<LiveBetRow[]>;
  start(): Promise<void>;
}

interface Needs {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: DeskStore;
  readonly bet: WalletPort["bet"];
  readonly rowOf: (bet: Bet) => Promise<LiveBetRow>;
}

/** The largest multipliers of the last 24 hours. Rows of the table name bets only; what is shown is read from the bets themselves. */
export function createBigWins({ clock, log, store, bet: findBet, rowOf }: Needs): BigWins {
  /** A win below this would not be shown. */
  let threshold = 0n;
  let cached: { at: number; rows: Promise<LiveBetRow[]> } | undefined;
  const dayAgo = () => new Date(clock.now() - dayMs);

  async function refresh(): Promise<LiveBetRow[]> {
    const wins = await store.bigWins(dayAgo(), shown);
    threshold = wins.length < shown ? 0n : (wins.at(-1)?.multiplier ?? 0n);
    const bets = await Promise.all(wins.map(win => findBet(win.player, win.key)));
    return Promise.all(bets.filter(bet => bet !== undefined).map(rowOf));
  }

  return {
    look(bet) {
      const multiplier = (bet.payout * 10_000n) / bet.stake;
      if (bet.status !== "settled" || bet.payout <= bet.stake || multiplier <= threshold) return;
      const win = { player: bet.player, key: bet.key, multiplier, at: bet.settledAt ?? bet.placedAt };
      store.addBigWin(win).catch((error: unknown) => log.warn({ err: error }, "a big win was not noted"));
    },
    latest() {
      if (!cached || clock.monotonic() - cached.at >= cacheMs) cached = { at: clock.monotonic(), rows: refresh() };
      cached.rows.catch(() => {
        cached = undefined;
      });
      return cached.rows;
    },
    async start() {
      await store.forgetBigWins(dayAgo());
      await refresh();
    },
  };
}
