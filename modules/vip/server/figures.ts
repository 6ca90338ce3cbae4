import type { Queryable } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { breaksOf } from "#modules/limits/server/index.ts";
import { type PlayedDay, playedByDay, playedIn } from "#modules/projections/server/index.ts";
import { type Cashback, cashbackOf, type LossAtRate, rakebackOf } from "../shared/rewards.ts";
import {
  type CollectedWeek,
  cashbacksOf,
  collectedBy,
  type LevelUp,
  levelsOf,
  levelUpsOf,
  type ReachedLevel,
  readTerms,
  type TermsRow,
} from "./reward-store.ts";
import { dateOf, dayOf, levelOn, mondayOf, termsOn } from "./terms-on.ts";

/** Cashback can be collected for this many weeks after its own, without the time of breaks: nothing is collected in one. */
const weeksToCollect = 4;
const dayMs = 86_400_000;
/** Corrections are looked for in this many weeks that were collected; in all of them once something was withheld. */
const weeksToCorrect = 26;

/** A week with everything its cashback is computed from. */
export interface WeekFigures extends Cashback {
  /** The Monday of the week. */
  readonly week: string;
  readonly realStaked: bigint;
  readonly realPaid: bigint;
  readonly rakeback: Micros;
  readonly loss: bigint;
  readonly rate: number;
  readonly share: number;
}

export interface CurrencyFigures {
  readonly currency: Currency;
  readonly rakeback: { readonly losses: readonly LossAtRate[]; readonly collected: Micros; readonly due: Micros };
  readonly cashback: {
    /** Weeks that are over and not collected. */
    readonly weeks: readonly WeekFigures[];
    /** What corrections took out of weeks that were collected: it is withheld from the next collection. */
    readonly corrected: Micros;
    readonly due: Micros;
    /** The week that is not over yet. */
    readonly current: WeekFigures;
  };
  readonly levelUp: { readonly ups: readonly LevelUp[]; readonly collected: Micros; readonly due: Micros };
}

interface Known {
  readonly terms: readonly TermsRow[];
  readonly levels: readonly ReachedLevel[];
  readonly days: readonly PlayedDay[];
}

/** Everything that a player's rewards are computed from, in each currency that they played. */
export async function figuresOf(on: Queryable, player: PlayerId, today: number): Promise<readonly CurrencyFigures[]> {
  const [terms, levels, days] = [await readTerms(on), await levelsOf(on, [player]), await playedByDay(on, [player])];
  const known = { terms, levels, days };
  const [collected, weeks, ups] = [
    await collectedBy(on, player),
    await cashbacksOf(on, player),
    await levelUpsOf(on, player),
  ];
  const currencies = [...new Set(days.map(({ currency }) => currency))];
  const monday = mondayOf(today);
  const played = new Map<number, Awaited<ReturnType<typeof playedIn>>>();
  const open = weeksOpen(await breaksOf(on, player), today);
  const collectedIn = (currency: Currency) => weeks.filter(each => each.currency === currency);
  const oldest =
    weeks.length > 0
      ? Math.max(open, ...currencies.map(currency => weeksOfCorrections(collectedIn(currency), monday)))
      : open;
  for (let back = 0; back <= oldest; back++) {
    const first = monday - 7 * back;
    if (days.some(({ day }) => day >= first && day < first + 7))
      played.set(first, await playedIn(on, player, { from: dateOf(first), to: dateOf(first + 6) }));
  }
  return currencies.map(currency => {
    const weekOf = (first: number) => weekFigures(known, played.get(first) ?? [], currency, first);
    const sumOf = (kind: string) =>
      collected.find(each => each.kind === kind && each.currency === currency)?.amount ?? micros(0n);
    return {
      currency,
      rakeback: rakebackFigures(known, currency, sumOf("rakeback")),
      cashback: cashbackFigures(weekOf, collectedIn(currency), { monday, open }),
      levelUp: levelUpFigures(
        ups.filter(each => each.currency === currency),
        sumOf("level_up"),
      ),
    };
  });
}

function lossesOf(
  { terms, levels, days }: Known,
  currency: Currency,
  within: (day: number) => boolean,
): readonly LossAtRate[] {
  const losses = new Map<number, bigint>();
  for (const { currency: of, day, loss } of days) {
    const level = levelOn(levels, day);
    if (of !== currency || loss === 0n || level === 0 || !within(day)) continue;
    const rate = termsOn(terms, day).terms.levels[level - 1]?.rakeback ?? 0;
    losses.set(rate, (losses.get(rate) ?? 0n) + loss);
  }
  return [...losses].map(([rate, loss]) => ({ rate, loss })).sort((a, b) => a.rate - b.rate);
}

const less = (amount: bigint, taken: bigint): Micros => micros(amount > taken ? amount - taken : 0n);

function rakebackFigures(known: Known, currency: Currency, collected: Micros): CurrencyFigures["rakeback"] {
  const losses = lossesOf(known, currency, () => true);
  return { losses, collected, due: less(rakebackOf(losses), collected) };
}

function levelUpFigures(ups: readonly LevelUp[], collected: Micros): CurrencyFigures["levelUp"] {
  return {
    ups,
    collected,
    due: less(
      ups.reduce((sum, { gift }) => sum + gift, 0n),
      collected,
    ),
  };
}

function weekFigures(
  known: Known,
  played: Awaited<ReturnType<typeof playedIn>>,
  currency: Currency,
  first: number,
): WeekFigures {
  const { realStaked, realPaid, loss } = played.find(each => each.currency === currency) ?? {
    realStaked: 0n,
    realPaid: 0n,
    loss: 0n,
  };
  const last = first + 6;
  const { terms } = termsOn(known.terms, last);
  const level = levelOn(known.levels, last);
  const rate = level === 0 ? 0 : (terms.levels[level - 1]?.cashback ?? 0);
  const rakeback = rakebackOf(lossesOf(known, currency, day => day >= first && day <= last));
  const week = { realStaked, realPaid, rakeback, loss, rate, share: terms.cashbackShare };
  return { week: dateOf(first), ...week, ...cashbackOf(week) };
}

/** What was withheld is compared with all that it was withheld for: a correction that is no longer looked at would excuse a later one. */
function weeksOfCorrections(collected: readonly CollectedWeek[], monday: number): number {
  const [first] = collected;
  if (!first || collected.every(({ withheld }) => withheld === 0n)) return weeksToCorrect;
  return Math.max(weeksToCorrect, (monday - dayOf(Date.parse(first.week))) / 7);
}

/** How many of the latest weeks can be collected `today`. */
function weeksOpen(breaks: Awaited<ReturnType<typeof breaksOf>>, today: number): number {
  const monday = mondayOf(today);
  const daysOfBreaks = (since: number) =>
    breaks.reduce((sum, { from, until }) => {
      const begun = Math.max(from.getTime() / dayMs, since);
      return sum + Math.max(0, Math.min(until.getTime() / dayMs, today + 1) - begun);
    }, 0);
  let weeks = weeksToCollect;
  // The Monday after the next older week; a day that has begun counts for the player.
  while (today - Math.ceil(daysOfBreaks(monday - 7 * weeks)) < monday + 7 * (weeksToCollect - weeks)) weeks += 1;
  return weeks;
}

function cashbackFigures(
  weekOf: (first: number) => WeekFigures,
  collected: readonly CollectedWeek[],
  { monday, open }: { readonly monday: number; readonly open: number },
): CurrencyFigures["cashback"] {
  const length = Math.max(open, weeksOfCorrections(collected, monday));
  const before = Array.from({ length }, (_, back) => weekOf(monday - 7 * (back + 1)));
  const known = new Map(collected.map(each => [each.week, each]));
  const weeks = before.slice(0, open).filter(({ week, amount }) => !known.has(week) && amount > 0n);
  const corrected = stillWithheld(before, known, open);
  const all = weeks.reduce((sum, { amount }) => sum + amount, 0n);
  return { weeks, corrected, due: less(all, corrected), current: weekOf(monday) };
}

/**
 * What is still to be withheld for corrections of these weeks, the latest first: less what was, and less what expired meanwhile because all of it
 * was withheld.
 */
function stillWithheld(
  before: readonly WeekFigures[],
  collected: ReadonlyMap<string, CollectedWeek>,
  weeksOpen: number,
): Micros {
  const open = before.reduceRight((sum, { week, amount }, back) => {
    const known = collected.get(week);
    if (known) return sum + less(known.amount, amount) - known.withheld;
    const expired = back < weeksOpen ? 0n : amount;
    return sum > expired ? sum - expired : sum < 0n ? sum : 0n;
  }, 0n);
  return less(open, 0n);
}
