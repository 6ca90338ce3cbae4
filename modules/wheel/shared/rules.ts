import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { must } from "#kit/std/invariant.ts";

/**
 * The wheel of the day: free, once a day, one ticket of a million decides. The specification gives its top prize for RUB and
 * KZT; the other currencies follow it. Every function is pure.
 */
export const wheelTop: Readonly<Record<Currency, Micros>> = {
  RUB: parseDecimal("1"),
  KZT: parseDecimal("5"),
  INR: parseDecimal("1"),
  USD: parseDecimal("0.01"),
  EUR: parseDecimal("0.01"),
};

export const wheelTickets = 1_000_000;

/** A prize in hundredths of the top one, and how many of the million tickets win it. */
export interface WheelPrize {
  readonly of: number;
  readonly odds: number;
}

/** The dearest first; the odds add up to a million. */
export const wheelPrizes: readonly WheelPrize[] = [
  { of: 100, odds: 10_000 },
  { of: 50, odds: 40_000 },
  { of: 20, odds: 150_000 },
  { of: 10, odds: 300_000 },
  { of: 5, odds: 500_000 },
];

/** What a prize is worth in a currency, exactly. */
export function prizeIn(currency: Currency, { of }: WheelPrize): Micros {
  return micros((wheelTop[currency] * BigInt(of)) / 100n);
}

/** The prize that a ticket wins: the first whose cumulative odds exceed it. */
export function prizeOf(ticket: number): WheelPrize {
  let below = 0;
  const found = wheelPrizes.find(({ odds }) => {
    below += odds;
    return ticket < below;
  });
  return must(found, "a ticket below a million");
}

/** The ticket of a day: one draw below a million from the stream of (server seed, client seed, day). */
export function drawTicket(stream: WordStream): number {
  return Number(drawBelow(stream, BigInt(wheelTickets)));
}
