import { type GameName, games as registered } from "#modules/games/index.ts";

/** A ladder of coinflip is played by steps, a single flip at once. */
type Steps = "coinflip ladder";
export type Game = GameName | Steps;

const played = (engine: (typeof registered)[number]["engine"]): readonly GameName[] =>
  registered.filter(each => each.engine === engine).map(({ name }) => name);

/** The games, grouped by what they have in common: by their engines, rooms apart. */
export const groups = {
  instant: played("instant"),
  steps: [...played("stepwise"), "coinflip ladder"],
  shared: played("shared-rounds"),
  multiplayer: played("multiplayer").filter(name => name !== "rooms"),
  rooms: ["rooms"],
} as const satisfies Readonly<Record<string, readonly Game[]>>;

export type Group = keyof typeof groups;
export const games: readonly Game[] = Object.values(groups).flat();

/** One way in which casinos have failed, and for each game the tests that would fail, or why it cannot. */
export interface Failure {
  readonly number: number;
  /** In our words. */
  readonly text: string;
  readonly answers: readonly Answer[];
}

export interface Answer {
  readonly games: readonly (Game | "Fairhouse")[];
  /** `alias: title of a test`; none where the game cannot fail in this way. */
  readonly tests: readonly string[];
  readonly because?: string;
}

type Which = Game | Group | "Fairhouse" | "all";

function gamesOf(which: Which): readonly (Game | "Fairhouse")[] {
  if (which === "all") return games;
  return which in groups ? groups[which as Group] : [which as Game];
}

const listOf = (which: Which | readonly Which[]) => [...new Set([which].flat().flatMap(gamesOf))];

/** These tests would fail on the bug in these games. */
export function shownBy(which: Which | readonly Which[], ...tests: readonly string[]): Answer {
  return { games: listOf(which), tests };
}

/** These games cannot fail in this way. */
export function cannot(which: Which | readonly Which[], because: string): Answer {
  return { games: listOf(which), tests: [], because };
}

export function failure(number: number, text: string, ...answers: readonly Answer[]): Failure {
  return { number, text, answers };
}
