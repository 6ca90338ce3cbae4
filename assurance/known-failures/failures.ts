import { type GameName, games as registered } from "#modules/games/index.ts";

/** A ladder of coinflip is played by steps, a single flip at once. */
type Steps = "coinflip-ladder";
export type Game = GameName | Steps;

const played = (engine: (typeof registered)[number]["engine"]): readonly GameName[] =>
  registered.filter(each => each.engine === engine).map(({ name }) => name);

/** The games, grouped by what they have in common: by their engines, rooms apart. */
export const groups = {
  instant: played("instant"),
  steps: [...played("stepwise"), "coinflip-ladder"],
  shared: played("shared-rounds"),
  multiplayer: played("multiplayer").filter(name => name !== "rooms"),
  rooms: ["rooms"],
} as const satisfies Readonly<Record<string, readonly Game[]>>;

export type Group = keyof typeof groups;
export const games: readonly Game[] = Object.values(groups).flat();

/** One way in which casinos have failed. A game has tests that would fail on the bug, or cannot fail in this way. */
export interface Failure {
  readonly number: number;
  /** In our words. */
  readonly text: string;
  readonly cannot: readonly { readonly games: readonly Subject[]; readonly because: string }[];
}

export type Subject = Game | "Fairhouse";
type Which = Subject | Group | "all";

export function gamesOf(which: Which): readonly Subject[] {
  if (which === "all") return games;
  return which in groups ? groups[which as Group] : [which as Subject];
}

/** These games cannot fail in this way. */
export function cannot(which: Which | readonly Which[], because: string): Failure["cannot"][number] {
  return { games: [...new Set([which].flat().flatMap(gamesOf))], because };
}

export function failure(number: number, text: string, ...safe: Failure["cannot"]): Failure {
  return { number, text, cannot: safe };
}
