import type { Language } from "#kit/i18n/locale.ts";
import { showCount, showPercent } from "#kit/i18n/numbers.ts";

/** Hundredths of a percent for people: one decimal, cut; below a tenth two. */
export function percent(hundredths: number, language: Language): string {
  const text =
    hundredths > 0 && hundredths < 10
      ? `0.0${hundredths}`
      : `${Math.floor(hundredths / 100)}.${Math.floor((hundredths % 100) / 10)}`;
  return showPercent(text, language);
}

const hues = [300, 88, 350, 195, 22, 155, 245, 62, 325, 120];

/** The colour of a player's arcs, by his place in order of arrival; later rounds through the palette are lighter or darker. */
export function playerHue(arrival: number): string {
  const round = Math.floor(arrival / hues.length) % 3;
  const lightness = [0.74, 0.62, 0.84][round];
  return `oklch(${lightness} .14 ${hues[arrival % hues.length]})`;
}

/** A ticket's number: whole micro-units, grouped. */
export function ticketText(ticket: bigint, language: Language): string {
  // Below 2^53: the largest pot there can be has fewer tickets.
  return showCount(Number(ticket), language);
}
