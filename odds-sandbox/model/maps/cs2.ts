import type { End, Pair } from "./series.ts";

/**
 * Counter-Strike 2, best of three maps: twelve rounds on each side, first to thirteen. Level at 12:12 the match goes on in overtimes of three
 * rounds on each side, first to four of them. A side wins each round with a chance that depends on the map and on which side it plays.
 */

export type Rounds = Pair;

/** The home team's chances to win a round as counter-terrorists and as terrorists. */
export interface MapChances {
  readonly defending: number;
  readonly attacking: number;
}

/** What is known of a match before it is played; what its prices and its play both follow from. */
export interface Cs2Match {
  readonly maps: readonly [MapChances, MapChances, MapChances];
}

const halfRounds = 12;
const overtimeHalf = 3;

/** The home team's chance in a round, counted from 0. It begins as counter-terrorists on the first and the third map. */
export function roundChance({ maps }: Cs2Match, map: number, round: number): number {
  const { defending, attacking } = maps[map - 1] as MapChances;
  const isSecondHalf =
    round < 2 * halfRounds ? round >= halfRounds : (round - 2 * halfRounds) % (2 * overtimeHalf) < overtimeHalf;
  return (map % 2 === 1) !== isSecondHalf ? defending : attacking;
}

/** The winner of a map with this score; undefined while it is played. */
export function mapWinner([home, away]: Rounds): "home" | "away" | undefined {
  const [most, fewest] = [Math.max(home, away), Math.min(home, away)];
  const overtimes = Math.floor((fewest - halfRounds) / overtimeHalf);
  const needed = fewest < halfRounds ? halfRounds + 1 : halfRounds + overtimeHalf * overtimes + overtimeHalf + 1;
  if (most < needed) return undefined;
  return home > away ? "home" : "away";
}

const least = 1e-13;

/** Every score that a map can still end with, with its chance. */
export function mapEnds(match: Cs2Match, map: number, from: Rounds): readonly End[] {
  const ends: End[] = [];
  let open: readonly End[] = [{ score: from, p: 1 }];
  for (let round = from[0] + from[1]; open.length > 0; round++) {
    const chance = roundChance(match, map, round);
    const after = new Map<number, End>();
    for (const { score, p } of open) {
      if (mapWinner(score)) {
        ends.push({ score, p });
        continue;
      }
      add(after, [score[0] + 1, score[1]], p * chance);
      add(after, [score[0], score[1] + 1], p * (1 - chance));
    }
    open = [...after.values()].filter(({ p }) => p > least);
  }
  return ends;
}

function add(to: Map<number, End>, score: Rounds, p: number): void {
  to.set(score[0], { score, p: p + (to.get(score[0])?.p ?? 0) });
}
