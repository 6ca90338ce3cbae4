import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { required } from "#kit/std/invariant.ts";

/**
 * The daily wheel: free, once a day, one ticket of a million decides. Prizes are versioned data: a spin is paid, verified and
 * audited by the version it was made with. Every function is pure.
 */

/** A prize in hundredths of the top one, and its number of tickets in a million. */
export type WheelPrize = {
  readonly of: number;
  readonly odds: number;
};

/** One version of the prizes: covered by the configuration hash. */
export type WheelConfiguration = {
  readonly version: string;
  readonly tickets: number;
  /** The top prize in micro-units. */
  readonly top: Readonly<Record<Currency, number>>;
  /** Largest first; the odds add up to a million. */
  readonly prizes: readonly WheelPrize[];
};

export const wheelTickets = 1_000_000;

/** The first version, the default of the specification. It specifies the top prize for RUB and KZT; the other currencies are derived. */
export const wheelConfiguration = {
  version: "wheel-1",
  tickets: wheelTickets,
  top: { RUB: 1_000_000, KZT: 5_000_000, INR: 1_000_000, USD: 10_000, EUR: 10_000 },
  prizes: [
    { of: 100, odds: 10_000 },
    { of: 50, odds: 40_000 },
    { of: 20, odds: 150_000 },
    { of: 10, odds: 300_000 },
    { of: 5, odds: 500_000 },
  ],
} as const;

/** A prize's exact amount in a currency: top prizes are whole hundredths of a major unit. */
export function prizeIn({ top }: Pick<WheelConfiguration, "top">, currency: Currency, { of }: WheelPrize): Micros {
  return micros((BigInt(top[currency]) * BigInt(of)) / 100n);
}

/** The prize that a ticket wins: the first whose cumulative odds exceed it. */
export function prizeOf({ prizes }: Pick<WheelConfiguration, "prizes">, ticket: number): WheelPrize {
  let below = 0;
  const found = prizes.find(({ odds }) => {
    below += odds;
    return ticket < below;
  });
  return required(found, "a ticket below a million");
}

/** The outcome in a record: the ticket, and the share of the top prize that it wins. */
export function outcomeOf(configuration: Pick<WheelConfiguration, "prizes">, ticket: number) {
  return { ticket, share: formatHundredths(prizeOf(configuration, ticket).of) };
}

/** The ticket of a day: one draw below a million from the stream of (server seed, client seed, day). */
export function drawTicket(stream: WordStream): number {
  return Number(drawBelow(stream, BigInt(wheelTickets)));
}

/** The exact expected cost of one spin, in major units: the average over all tickets has up to twelve decimals. */
export function costPerSpin(configuration: Pick<WheelConfiguration, "top" | "prizes">, currency: Currency): string {
  const millionths = configuration.prizes.reduce(
    (sum, prize) => sum + prizeIn(configuration, currency, prize) * BigInt(prize.odds),
    0n,
  );
  const digits = String(millionths).padStart(13, "0");
  const fraction = digits.slice(-12).replace(/0+$/, "");
  return `${digits.slice(0, -12)}${fraction && "."}${fraction}`;
}
