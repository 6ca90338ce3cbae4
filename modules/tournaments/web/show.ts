import { showCount, showMultiplier } from "#kit/i18n/numbers.ts";
import { micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import type { Dates } from "#kit/web/use-dates.ts";
import type { TournamentView } from "../shared/contract.ts";

type Language = Parameters<typeof showMoney>[2];

/** The sum of all prizes. */
export function prizesOf({ prizes, currency }: TournamentView, language: Language): string {
  const sum = prizes.reduce((total, prize) => total + parseDecimal(prize), 0n);
  return wholeUnits(showMoney(micros(sum), currency as Currency, language, { brief: true }));
}

/** Without the fraction where it is nothing. */
const wholeUnits = (money: string): string => money.replace(/[.,]00(?=\D*$)/, "");

export function showPrize(prize: string | null, currency: string, language: Language): string {
  return prize === null
    ? "–"
    : wholeUnits(showMoney(parseDecimal(prize), currency as Currency, language, { brief: true }));
}

/** A score as it is read: money, a multiplier, or points. */
export function showScore(
  { scoring, currency }: Pick<TournamentView, "scoring" | "currency">,
  score: string,
  language: Language,
): string {
  if (scoring === "wagered") return showMoney(parseDecimal(score), currency as Currency, language);
  if (scoring === "multiplier") return showMultiplier(score.replace(/0{1,2}$/, ""), language);
  return showCount(Number(score), language);
}

/** Start and end, in the visitor's own time zone. */
export function showPeriod({ starts_at, ends_at }: TournamentView, { dayAndTime }: Dates): string {
  return `${dayAndTime(starts_at)} – ${dayAndTime(ends_at)}`;
}

export interface PrizeRow {
  readonly from: number;
  readonly to: number;
  readonly prize: string;
}

/** Places with the same prize as one row. */
export function prizeRows(prizes: readonly string[]): readonly PrizeRow[] {
  const rows: { from: number; to: number; prize: string }[] = [];
  prizes.forEach((prize, index) => {
    const last = rows.at(-1);
    if (last?.prize === prize) last.to = index + 1;
    else rows.push({ from: index + 1, to: index + 1, prize });
  });
  return rows;
}
