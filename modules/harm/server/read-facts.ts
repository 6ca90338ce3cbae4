import type { Queryable } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { endedBreaks } from "#modules/limits/server/index.ts";
import { canceledPayouts, declinedDeposits } from "#modules/payments/server/index.ts";
import { moneyOnDays } from "#modules/projections/server/index.ts";
import { pricesOfPastDays } from "#modules/rates/server/index.ts";
import { converted } from "#modules/rates/shared/day-prices.ts";
import type { MoneyDay, PlayerFacts } from "../shared/play-values.ts";
import { grouped } from "./grouped.ts";
import { eventCounts, playDaysOf } from "./store.ts";

const dayMs = 86_400_000;
const spanDays = 30;
/** The median needs the 30 days that ended 90 days before this month. */
const moneyDays = 150;
const microsPerCent = 10_000n;

/** What the markers of these players are computed from. */
export async function readFacts(
  on: Queryable,
  players: readonly PlayerId[],
  nowMs: number,
): Promise<ReadonlyMap<PlayerId, PlayerFacts>> {
  const today = Math.floor(nowMs / dayMs);
  const from = today - spanDays + 1;
  const since = new Date(from * dayMs);
  const play = grouped(await playDaysOf(on, players, from), ({ playerId }) => playerId);
  const money = await readMoney(on, players, today);
  const declined = await declinedDeposits(on, players, since);
  const canceled = grouped(await canceledPayouts(on, players, since), ({ playerId }) => playerId);
  const raised = await eventCounts(on, players, "limit_raised", since);
  const breaks = await endedBreaks(on, players, since, new Date(nowMs));
  return new Map(
    players.map(player => [
      player,
      {
        today,
        play: play.get(player) ?? [],
        money: money.get(player) ?? [],
        declined: declined.get(player) ?? 0,
        payoutsCanceled: (canceled.get(player) ?? []).map(({ day }) => day),
        limitsLoosened: raised.get(player) ?? 0,
        breakEnded: breaks.has(player) ? [Math.floor((breaks.get(player)?.getTime() ?? 0) / dayMs)] : [],
      },
    ]),
  );
}

/** In cents of a euro, at the prices of each day; without prices an amount does not count. */
async function readMoney(
  on: Queryable,
  players: readonly PlayerId[],
  today: number,
): Promise<ReadonlyMap<PlayerId, readonly MoneyDay[]>> {
  const rows = await moneyOnDays(on, players, today - moneyDays + 1);
  const prices = rows.length === 0 ? undefined : await pricesOfPastDays(on, [...new Set(rows.map(({ day }) => day))]);
  const cents = (currency: Currency, amount: bigint, day: number) =>
    Number((converted({ currency, amount }, "EUR", prices?.get(day)) ?? 0n) / microsPerCent);
  const byPlayer = new Map<PlayerId, MoneyDay[]>();
  for (const { playerId, currency, day, loss, deposits, payouts } of rows) {
    const days = byPlayer.get(playerId) ?? [];
    byPlayer.set(playerId, days);
    days.push({
      day,
      loss: cents(currency, loss, day),
      deposits: cents(currency, deposits, day),
      payouts: cents(currency, payouts, day),
    });
  }
  return byPlayer;
}
