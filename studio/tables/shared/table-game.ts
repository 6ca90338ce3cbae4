import type { WordStream } from "#kit/fair/stream.ts";
import type { Json } from "#kit/std/json.ts";
import type { Currency, Titles } from "#studio/engine/shared/types.ts";
import type { Placed } from "./placed.ts";
import type { Turns } from "./turns.ts";

/** What a table takes in one currency, in micro-units. */
export interface TableLimits {
  /** One unit of a chip's face. Every stake is a multiple of it. */
  readonly step: bigint;
  /** Of one spot. */
  readonly most: (spot: string) => bigint;
  /** Of one player in one round. */
  readonly mostInRound: bigint;
}

/** A result in a letter or a number, for a list of the last ones. */
export interface ResultMark {
  readonly text: Titles;
  readonly tone: "red" | "blue" | "green" | "black" | "orange" | "violet" | "gold" | "ivory";
}

/** The same in every language. */
export const plainMark = (text: string | number, tone: ResultMark["tone"]): ResultMark => ({
  text: { en: String(text), ru: String(text), kk: String(text) },
  tone,
});

/** What a live table is: its bets, its draw and what it returns. Chance comes from the words of the round alone. */
export interface TableGame<Outcome extends Json = Json> {
  readonly slug: string;
  /** `tables/<folder>` holds everything about it. */
  readonly folder: string;
  readonly titles: Titles;
  readonly tags: readonly string[];
  readonly volatility: 1 | 2 | 3 | 4 | 5;
  /** Percent, of a stake on the spot that returns most. */
  readonly rtp: string;
  /** Of one stake. */
  readonly maxWin: number;
  /** One in so many rounds. */
  readonly maxWinOdds: number;
  readonly timing: TableTiming;
  hasSpot(spot: string): boolean;
  limits(currency: Currency): TableLimits;
  /** A result that depends on the words alone; where players decide, one that is played by the table's own card. */
  draw(words: WordStream): Outcome;
  /** What a layout returns, stakes that win included. */
  payout(outcome: Outcome, layout: readonly Placed[]): bigint;
  /** Undefined where nobody played. */
  mark(outcome: Outcome): ResultMark | undefined;
  /** Where players decide after the first cards. */
  readonly turns?: Turns<Outcome>;
}

export interface TableTiming {
  /** Bets are open. */
  readonly bettingMs: number;
  /** From the draw until the result is shown and paid. */
  readonly dealingMs: number;
  /** Until the next round. */
  readonly restMs: number;
  /** For tests: of one decision. */
  readonly decisionMs?: number;
}

/** The casino may confirm a bet until so long after the close. */
export const graceMs = 1_500;
/** Between the close and the beacon's value. */
export const beaconAfterMs = 2_000;
