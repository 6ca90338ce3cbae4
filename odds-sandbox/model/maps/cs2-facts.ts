import type { RandomStream } from "../random.ts";
import { type Cs2Match, mapWinner, type Rounds, roundChance } from "./cs2.ts";
import { afterMap, mapsToWin } from "./series.ts";

/** Facts so far. */
export interface Cs2Facts {
  /** Rounds of each map, the running one included. */
  readonly maps: readonly Rounds[];
  readonly won: Rounds;
  readonly onBreak: boolean;
  readonly phase: "open" | "over" | "abandoned";
}

export const beforeFirstMap: Cs2Facts = { maps: [], won: [0, 0], onBreak: false, phase: "open" };

export const startOfMap = (facts: Cs2Facts): Cs2Facts =>
  Object.assign({}, facts, { maps: [...facts.maps, [0, 0] as Rounds], onBreak: false });

export function afterRound(facts: Cs2Facts, isHome: boolean): Cs2Facts {
  const score = afterMap(facts.maps.at(-1) ?? [0, 0], isHome);
  const maps = [...facts.maps.slice(0, -1), score];
  const winner = mapWinner(score);
  if (!winner) return Object.assign({}, facts, { maps });
  const won = afterMap(facts.won, winner === "home");
  const isOver = Math.max(...won) === mapsToWin;
  return { maps, won, onBreak: !isOver, phase: isOver ? "over" : "open" };
}

/** Who wins each round of a match, map by map, from one stream of numbers. */
export function playCs2(match: Cs2Match, random: RandomStream): readonly (readonly boolean[])[] {
  const played: boolean[][] = [];
  for (let facts = beforeFirstMap; facts.phase === "open"; ) {
    facts = startOfMap(facts);
    const rounds: boolean[] = [];
    while (facts.phase === "open" && !facts.onBreak) {
      const isHome = random.next() < roundChance(match, facts.maps.length, rounds.length);
      rounds.push(isHome);
      facts = afterRound(facts, isHome);
    }
    played.push(rounds);
  }
  return played;
}
