import type { Queryable } from "#kit/db/db.ts";
import type { Clock } from "#kit/host/host.ts";
import { pricesOfPastDays } from "#modules/rates/server/index.ts";
import type { DayPrices } from "#modules/rates/shared/day-prices.ts";
import type { Bet } from "#modules/wallet/server/port.ts";

const dayMs = 86_400_000;
const priceScale = 10n ** 18n;

/** Payout over stake in 1/10,000; a lost bet has none. */
export function winScore({ stake, payout }: Pick<Bet, "stake" | "payout">): bigint | undefined {
  return payout > stake ? (payout * 10_000n) / stake : undefined;
}

/** A stake in micro-dollars at the day's rates. */
export function stakeScore({ stake, currency }: Pick<Bet, "stake" | "currency">, prices: DayPrices): bigint {
  return (stake * prices[currency]) / priceScale;
}

/** Ranks stakes of different currencies at the latest fixed rates; without rates no stake is ranked. */
export function createStakeScores(db: Queryable, clock: Clock) {
  let prices: DayPrices | undefined;
  return {
    scoreOf: (bet: Bet): bigint | undefined => prices && stakeScore(bet, prices),
    async refresh(): Promise<void> {
      const today = Math.floor(clock.now() / dayMs);
      prices = (await pricesOfPastDays(db, [today])).get(today) ?? prices;
    },
  };
}
