import { type Micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { type StakeTable, stakeTable } from "#modules/bets/shared/stakes.ts";

export const roomColours = ["red", "yellow", "purple"] as const;
export type RoomColour = (typeof roomColours)[number];

/** Smallest stake of each room. The largest is the limit of one player's stakes in one round, in total. */
const minimums: Readonly<Record<RoomColour, Readonly<Record<Currency, string>>>> = {
  red: { RUB: "1", USD: "0.01", KZT: "5", INR: "1", EUR: "0.01" },
  yellow: { RUB: "10", USD: "0.1", KZT: "50", INR: "10", EUR: "0.1" },
  purple: { RUB: "50", USD: "0.5", KZT: "250", INR: "50", EUR: "0.5" },
};
const most: Readonly<Record<Currency, string>> = { RUB: "10000", USD: "100", KZT: "50000", INR: "10000", EUR: "100" };

function stakeTableOf(colour: RoomColour): StakeTable {
  const of = minimums[colour];
  return stakeTable({
    RUB: [of.RUB, most.RUB],
    USD: [of.USD, most.USD],
    KZT: [of.KZT, most.KZT],
    INR: [of.INR, most.INR],
    EUR: [of.EUR, most.EUR],
  });
}

export const roomLimits: Readonly<Record<RoomColour, StakeTable>> = {
  red: stakeTableOf("red"),
  yellow: stakeTableOf("yellow"),
  purple: stakeTableOf("purple"),
};

/** What one player may have in a round of any room. */
export const roundMaximum = (currency: Currency): Micros => parseDecimal(most[currency]);
