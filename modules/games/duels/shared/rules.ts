import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import type { Micros, Ratio } from "#kit/money/amount.ts";
import { type PotRules, potPayout, returnedOfPot } from "#modules/engines/multiplayer/shared/pot.ts";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";

/** Duels: two stakes of the same size and one flip of a coin. Every function is pure. */

/** What the hash of the configuration covers. */
export interface DuelsRules extends PotRules {
  readonly version: string;
}

const duels1: DuelsRules = { version: "duels-1", payout_percent: 97 };

export const duelsRules = ruleVersions({ current: duels1, all: [duels1] });

export const sides = ["heads", "tails"] as const;
export type Side = (typeof sides)[number];

/** From then on the casino joins, if the owner has allowed it. */
export const houseAfterMs = 30_000;
/** A duel without a joiner for this long is refunded to its owner. */
export const openForMs = 86_400_000;
/** Duels that one player may have open. */
export const openPerPlayer = 20;

/** True when the coin shows the opener's side: one draw below 2, 0 is the opener's. */
export function openerWins(stream: WordStream): boolean {
  return drawBelow(stream, 2n) === 0n;
}

/** The side that the coin shows. */
export function sideShown(openers: Side, openerWon: boolean): Side {
  return openerWon ? openers : openers === "heads" ? "tails" : "heads";
}

/** What a stake returns on average: the pot less our fee. */
export const returnedOf: (rules: DuelsRules) => Ratio = returnedOfPot;

/** What the winner gets of both stakes. */
export function winnerGets(rules: DuelsRules, stake: bigint): Micros {
  return potPayout(rules, 2n * stake);
}
