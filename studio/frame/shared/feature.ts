import type { Titles } from "#studio/engine/shared/types.ts";

/** Mechanics by the names that players know them by: a casino's catalogue is filtered by them. */
export const featureTags = [
  "free-spins",
  "expanding-symbol",
  "book",
  "wild-multiplier",
  "multipliers",
  "rising-multiplier",
  "mystery-symbols",
  "cascades",
  "hold-and-win",
  "linked-reels",
  "walking-wilds",
  "expanding-wilds",
  "respins",
  "bonus-game",
  "multiplier-reel",
  "both-ways",
  "bonus-wheel",
  "classic",
] as const;
export type FeatureTag = (typeof featureTags)[number];

/** What sets a game apart, in words for players: the page of a casino and the game's own rules show it. Its numbers are those of the PAR sheet. */
export interface Feature {
  /** The symbol beside it, by its name. */
  readonly symbol: string;
  readonly tags: readonly FeatureTag[];
  readonly title: Titles;
  readonly text: Titles;
}
