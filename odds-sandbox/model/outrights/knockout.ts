/** Chances in a knockout draw; entrants in the order of its lines, a power of two of them. */
export interface KnockoutChances {
  /** Chances by entrant, then by number of rounds: to win at least so many. */
  readonly wins: readonly (readonly number[])[];
}

/** Exact: who meets whom in a round follows from the lines, and matches are independent. `beats(a, b)`: entrant a wins against b. */
export function knockoutChances(entrants: number, beats: (a: number, b: number) => number): KnockoutChances {
  const rounds = Math.log2(entrants);
  const wins = Array.from({ length: entrants }, () => [1]);
  for (let round = 1; round <= rounds; round++) {
    const size = 2 ** round;
    const before = wins.map(reached => reached[round - 1] ?? 0);
    for (const [own, reached] of wins.entries()) {
      const block = size * Math.floor(own / size);
      const isUpper = own - block < size / 2;
      const from = isUpper ? block + size / 2 : block;
      let meets = 0;
      for (let rival = from; rival < from + size / 2; rival++) meets += (before[rival] ?? 0) * beats(own, rival);
      reached.push((before[own] ?? 0) * meets);
    }
  }
  return { wins };
}

export interface Placed {
  readonly entrant: string;
  readonly place: number;
}

/** Losers of each round in order, then the winner. Those who lose in the same round share the best place that is left to them. */
export function knockoutStandings(losers: readonly (readonly string[])[], winner: string, isShared: boolean): Placed[] {
  const placed = losers.flatMap((names, index) => {
    const place = 2 ** (losers.length - 1 - index) + 1;
    return names.map(entrant => ({ entrant, place: place === 2 && isShared ? 1 : place }));
  });
  return [{ entrant: winner, place: 1 }, ...placed.reverse()];
}
