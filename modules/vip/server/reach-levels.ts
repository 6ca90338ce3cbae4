import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { micros, microsPerUnit } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type PlayedDay, playedByDay } from "#modules/projections/server/index.ts";
import { pricesOfPastDays } from "#modules/rates/server/index.ts";
import { converted, type DayPrices } from "#modules/rates/shared/day-prices.ts";
import { levelReached } from "../shared/events.ts";
import { vipLevels } from "../shared/levels.ts";
import { levelUpOf } from "../shared/rewards.ts";
import type { RewardTerms } from "../shared/terms.ts";
import { insertLevel, insertLevelUps, type LevelUp, levelsOf, levelUpsOf, readTerms } from "./reward-store.ts";
import { dayOf, termsOn } from "./terms-on.ts";

/** Players looked at in one statement. */
const playersAtOnce = 500;

/** Real stakes in roubles, each at the rates of its day; a day without any rates counts what is in roubles. */
export function wageredOf(days: readonly PlayedDay[], prices: ReadonlyMap<number, DayPrices>): bigint {
  return days.reduce((sum, { currency, day, realStaked }) => {
    const roubles = converted({ currency, amount: realStaked }, "RUB", prices.get(day));
    return sum + (roubles ?? 0n);
  }, 0n);
}

/** The days on which stakes reached each level, the lowest first: those of levels that were not reached are missing. */
function daysOfLevels(days: readonly PlayedDay[], prices: ReadonlyMap<number, DayPrices>): readonly number[] {
  const reached: number[] = [];
  let wagered = 0n;
  for (const each of days.toSorted((a, b) => a.day - b.day)) {
    wagered += wageredOf([each], prices);
    while (wagered >= (vipLevels[reached.length]?.from ?? wagered + 1n)) reached.push(each.day);
  }
  return reached;
}

/** The days of these players, with the rates of each. */
export async function readWagers(on: Queryable, players: readonly PlayerId[]) {
  const days = await playedByDay(on, players);
  return {
    days,
    prices: await pricesOfPastDays(
      on,
      days.map(({ day }) => day),
    ),
  };
}

/** Notes the levels that these players have reached since, with what each gives. Levels are never taken back. */
export async function reachLevels(
  host: Pick<Host, "db" | "clock" | "bus">,
  players: readonly PlayerId[],
): Promise<void> {
  for (let from = 0; from < players.length; from += playersAtOnce) {
    const some = players.slice(from, from + playersAtOnce);
    const { days, prices } = await readWagers(host.db, some);
    const reached = new Map((await levelsOf(host.db, some)).map(({ playerId, level }) => [playerId, level]));
    for (const player of some) {
      const own = days.filter(({ playerId }) => playerId === player);
      const levelDays = daysOfLevels(own, prices);
      if (levelDays.length > (reached.get(player) ?? 0))
        await host.db.tx(tx => reach(host, tx, player, levelDays, own, prices));
    }
  }
}

/** The levels of these days, lowest first, that the player has not reached yet. */
async function reach(
  host: Pick<Host, "clock" | "bus">,
  tx: Tx,
  player: PlayerId,
  levelDays: readonly number[],
  days: readonly PlayedDay[],
  prices: ReadonlyMap<number, DayPrices>,
): Promise<void> {
  const reachedAt = new Date(host.clock.now());
  const all = await readTerms(tx);
  const losses = lossesOf(days);
  for (const [index, reachedDay] of levelDays.entries()) {
    const level = index + 1;
    if (!(await insertLevel(tx, { playerId: player, level, reachedAt, reachedDay, early: false }))) continue;
    const former = await levelUpsOf(tx, player);
    const { terms } = termsOn(all, reachedDay);
    await insertLevelUps(tx, player, upsOf({ level, terms, losses, former, prices: latestOf(prices) }));
    await host.bus.publish(tx, levelReached, { player, level });
  }
}

function lossesOf(days: readonly PlayedDay[]): ReadonlyMap<Currency, bigint> {
  const losses = new Map<Currency, bigint>();
  for (const { currency, loss } of days) losses.set(currency, (losses.get(currency) ?? 0n) + loss);
  return losses;
}

const latestOf = (prices: ReadonlyMap<number, DayPrices>) => prices.get(Math.max(...prices.keys()));

interface Ups {
  readonly level: number;
  readonly terms: RewardTerms;
  readonly losses: ReadonlyMap<Currency, bigint>;
  readonly former: readonly LevelUp[];
  readonly prices: DayPrices | undefined;
}

/** A gift in each currency that was played, of what was lost in it inside the level left; all of them together within the cap. */
export function upsOf({ level, terms, losses, former, prices }: Ups): readonly LevelUp[] {
  let left = BigInt(terms.levels[level - 1]?.levelUp ?? 0) * microsPerUnit;
  return [...losses].map(([currency, loss]) => {
    const counted = former
      .filter(each => each.currency === currency)
      .reduce((most, each) => (each.loss > most ? each.loss : most), 0n);
    const inside = loss > counted ? loss - counted : 0n;
    const cap = converted({ currency: "RUB", amount: left }, currency, prices) ?? 0n;
    const gift = levelUpOf(inside, terms.levelUpShare, cap);
    const inRoubles = converted({ currency, amount: gift }, "RUB", prices) ?? left;
    left = inRoubles < left ? left - inRoubles : 0n;
    return { level, currency, loss: loss > counted ? loss : counted, inside, gift: micros(gift) };
  });
}

/** Admitted by an operator: the first level, without a gift. */
export async function admit(host: Pick<Host, "clock">, tx: Tx, player: PlayerId): Promise<void> {
  const at = new Date(host.clock.now());
  await insertLevel(tx, { playerId: player, level: 1, reachedAt: at, reachedDay: dayOf(at.getTime()), early: true });
}
