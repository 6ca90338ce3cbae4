/** The pairs of every round of a double round robin by the circle method; home first. `teams` is even. */
export function doubleRoundRobin(teams: number): readonly (readonly (readonly [number, number])[])[] {
  const rounds: (readonly [number, number])[][] = [];
  const circle = Array.from({ length: teams }, (_, index) => index);
  for (let round = 0; round < teams - 1; round++) {
    const pairs: (readonly [number, number])[] = [];
    for (let index = 0; index < teams / 2; index++) {
      const one = circle[index] as number;
      const other = circle[teams - 1 - index] as number;
      // The fixed team would otherwise play every match of a half season at home.
      const swapped = index === 0 ? round % 2 === 1 : index % 2 === 1;
      pairs.push(swapped ? [other, one] : [one, other]);
    }
    rounds.push(pairs);
    circle.splice(1, 0, circle.pop() as number);
  }
  return [...rounds, ...rounds.map(pairs => pairs.map(([home, away]) => [away, home] as const))];
}
