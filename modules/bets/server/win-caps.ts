import { fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Clock } from "#kit/host/host.ts";
import type { Log } from "#kit/log/log.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import type { StakeTable } from "../shared/stakes.ts";
import type { BetsStore } from "./store.ts";

const dayMs = 86_400_000;
const retryMs = 5000;

/** `min(10,000 times the largest stake, 1 % of the bankroll)`, in micro-units. */
export function winCapOf(maxStake: Micros, bankroll: Micros): Micros {
  const byStake = maxStake * 10_000n;
  const byBankroll = bankroll / 100n;
  return micros(byStake < byBankroll ? byStake : byBankroll);
}

export interface WinCaps {
  register(game: string, limits: StakeTable): void;
  /** Today's cap and the bankroll behind it. Fails with `unavailable` before the first read of the ledger. */
  of(game: string, currency: Currency): { readonly cap: Micros; readonly bankroll: Micros };
  start(): Promise<void>;
  stop(): void;
}

interface Needs {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<BetsStore, "keepWinCap">;
  /** The casino's capital in the ledger: changed only by a booked movement. */
  readonly capital: (currency: Currency) => Promise<Micros>;
}

/** Computes each game's cap once a day from the ledger; the first process to write the day's row sets it for all. */
export function createWinCaps({ clock, log, store, capital }: Needs): WinCaps {
  const games = new Map<string, StakeTable>();
  const caps = new Map<string, { cap: Micros; bankroll: Micros }>();
  let timer: (() => void) | undefined;

  async function readDay(): Promise<void> {
    const at = new Date(clock.now());
    const day = at.toISOString().slice(0, 10);
    for (const currency of currencyCodes) {
      const bankroll = await capital(currency);
      for (const [game, limits] of games) {
        const computed = { game, currency, day, bankroll, cap: winCapOf(limits[currency].max, bankroll) };
        caps.set(`${game}/${currency}`, await store.keepWinCap(computed, at));
      }
    }
  }

  function readAgainIn(ms: number): void {
    timer = clock.after(ms, () => {
      readDay().then(
        () => readAgainIn(untilTomorrow(clock.now())),
        (error: unknown) => {
          log.error({ err: error }, "failed to compute win caps; yesterday's remain in force");
          readAgainIn(retryMs);
        },
      );
    });
  }

  return {
    register: (game, limits) => void games.set(game, limits),
    of: (game, currency) => caps.get(`${game}/${currency}`) ?? fail(unavailable, { retryAfter: 1 }),
    async start() {
      await readDay();
      readAgainIn(untilTomorrow(clock.now()));
    },
    stop: () => timer?.(),
  };
}

const untilTomorrow = (now: number): number => dayMs - (now % dayMs);
