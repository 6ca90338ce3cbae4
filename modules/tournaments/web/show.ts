import { showDayAndTime } from "#kit/i18n/format.ts";
import { micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import type { TournamentView } from "../shared/contract.ts";

type Language = Parameters<typeof showMoney>[2];

/** The sum of all prizes. */
export function prizesOf({ prizes, currency }: TournamentView, language: Language): string {
  const sum = prizes.reduce((total, prize) => total + parseDecimal(prize), 0n);
  return showMoney(micros(sum), currency as Currency, language, { brief: true });
}

/** Start and end, in the visitor's own time zone. */
export function showPeriod({ starts_at, ends_at }: TournamentView, language: Language): string {
  return `${showDayAndTime(starts_at, language)} – ${showDayAndTime(ends_at, language)}`;
}
