import type { Language } from "#kit/i18n/locale.ts";
import { showCount, showPercent } from "#kit/i18n/numbers.ts";

/** Formats hundredths of a percent: one decimal, truncated; two below a tenth. */
export function percent(hundredths: number, language: Language): string {
  const text =
    hundredths > 0 && hundredths < 10
      ? `0.0${hundredths}`
      : `${Math.floor(hundredths / 100)}.${Math.floor((hundredths % 100) / 10)}`;
  return showPercent(text, language);
}

const hues = [300, 88, 350, 195, 22, 155, 245, 62, 325, 120];

/** The colour of a player's arcs, by order of arrival; further cycles through the palette are lighter or darker. */
export function playerHue(arrival: number): string {
  const round = Math.floor(arrival / hues.length) % 3;
  const lightness = [0.74, 0.62, 0.84][round];
  return `oklch(${lightness} .14 ${hues[arrival % hues.length]})`;
}

/** A ticket's number: whole micro-units, grouped. */
export function ticketText(ticket: bigint, language: Language): string {
  // Below 2^53: the largest possible pot has fewer tickets.
  return showCount(Number(ticket), language);
}
