/** The games, grouped by what they have in common. */
export const groups = {
  instant: ["dice", "plinko", "limbo", "keno", "cases", "coinflip"],
  steps: ["miner", "hilo", "coinflip ladder"],
  shared: ["crash", "roulette"],
  multiplayer: ["duels", "battles"],
  rooms: ["rooms"],
} as const;

export type Group = keyof typeof groups;
export type Game = (typeof groups)[Group][number];
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
