import { type Micros, micros, parseDecimal } from "#kit/money/amount.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import { casesRules, findCase, priceOf, prizeAt, prizeValue } from "#modules/games/cases/shared/rules.ts";
import type { BattleRow } from "../shared/contract.ts";

/** The cases of a battle, successive equal ones grouped: `[["orchard", 3], ["bazaar", 1]]`. */
export function runsOf(slugs: readonly string[]): readonly (readonly [slug: string, count: number])[] {
  const runs: [string, number][] = [];
  for (const slug of slugs) {
    const last = runs.at(-1);
    if (last?.[0] === slug) last[1] += 1;
    else runs.push([slug, 1]);
  }
  return runs;
}

export const currencyOf = (row: Pick<BattleRow, "currency">): Currency =>
  isCurrency(row.currency) ? row.currency : "USD";

/** A seat's prizes in the opened rounds, in order. Empty before the result is known. */
export function prizesOf(row: BattleRow, seat: number, opened: number) {
  const currency = currencyOf(row);
  return row.cases.slice(0, opened).flatMap((slug, index) => {
    const of = findCase(casesRules.current, slug);
    const ticket = row.result?.tickets[index]?.[seat - 1];
    if (!of || ticket === undefined) return [];
    const prize = prizeAt(of, ticket);
    const price = priceOf(of, currency);
    return [{ of, prize, price, value: prizeValue(prize, price) }];
  });
}

/** The sum of these prizes. */
export function totalOf(prizes: readonly { readonly value: Micros }[]): Micros {
  return micros(prizes.reduce((sum, { value }) => sum + value, 0n));
}

/** The result of the viewer's own battle; null without a seat. */
export function ownEnd(row: BattleRow | null | undefined, seat: number | null) {
  const payout = seat === null ? undefined : row?.result?.payouts[seat - 1];
  return row && payout !== undefined ? { id: row.id, stake: row.stake, payout } : null;
}

/** The sum of all seats' stakes. */
export const stakedBy = (row: Pick<BattleRow, "stake" | "size">): bigint => parseDecimal(row.stake) * BigInt(row.size);
