/** The games, grouped by what they have in common. */
export const groups = {
  instant: ["dice", "plinko", "limbo", "keno", "cases", "coinflip"],
  steps: ["miner", "hilo", "coinflip-ladder"],
  shared: ["crash", "roulette"],
  multiplayer: ["duels", "battles"],
  rooms: ["rooms"],
} as const;

export type Group = keyof typeof groups;
export type Game = (typeof groups)[Group][number];
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
