import type { Titles } from "#studio/engine/shared/types.ts";

/** What sets a game apart, in words for players: the page of a casino and the game's own rules show it. Its numbers are those of the PAR sheet. */
export interface Feature {
  /** The symbol beside it, by its name. */
  readonly symbol: string;
  readonly title: Titles;
  readonly text: Titles;
}
