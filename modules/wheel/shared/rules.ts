import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { must } from "#kit/std/invariant.ts";

/**
 * The wheel of the day: free, once a day, one ticket of a million decides. The specification gives its top prize for RUB and
 * KZT; the other currencies follow it. Every function is pure.
 */

/** A prize in hundredths of the top one, and how many of the million tickets win it. */
export interface WheelPrize {
  readonly of: number;
  readonly odds: number;
}

/** What the hash of the configuration covers; another value of anything here is another version of the rules. */
export const wheelConfiguration = {
  version: "wheel-1",
  tickets: 1_000_000,
  /** The top prize in micro-units. */
  top: { RUB: 1_000_000, KZT: 5_000_000, INR: 1_000_000, USD: 10_000, EUR: 10_000 },
  /** The dearest first; the odds add up to a million. */
  prizes: [
    { of: 100, odds: 10_000 },
    { of: 50, odds: 40_000 },
    { of: 20, odds: 150_000 },
    { of: 10, odds: 300_000 },
    { of: 5, odds: 500_000 },
  ],
} as const;

export const wheelTickets = wheelConfiguration.tickets;
export const wheelPrizes: readonly WheelPrize[] = wheelConfiguration.prizes;

export function topPrize(currency: Currency): Micros {
  return micros(BigInt(wheelConfiguration.top[currency]));
}

/** What a prize is worth in a currency, exactly. */
export function prizeIn(currency: Currency, { of }: WheelPrize): Micros {
  return micros((topPrize(currency) * BigInt(of)) / 100n);
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

/** What a record says of a ticket: it, and how much of the top prize it wins. */
export function outcomeOf(ticket: number) {
  return { ticket, share: formatHundredths(prizeOf(ticket).of) };
}

/** The ticket of a day: one draw below a million from the stream of (server seed, client seed, day). */
export function drawTicket(stream: WordStream): number {
  return Number(drawBelow(stream, BigInt(wheelTickets)));
}
