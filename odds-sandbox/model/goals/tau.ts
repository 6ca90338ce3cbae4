import type { GoalRates } from "./rates.ts";

/** The correction of Dixon and Coles for a final score; 1 but for four scores. */
export function tau({ home, away, rho }: GoalRates, x: number, y: number): number {
  if (x > 1 || y > 1) return 1;
  if (x === 0) return y === 0 ? 1 - home * away * rho : 1 + home * rho;
  return y === 0 ? 1 + away * rho : 1 - rho;
}

/** E[tau(final)] when the rest of the match adds Poisson goals with these means. */
export function expectedTau(rates: GoalRates, a: number, b: number, restHome: number, restAway: number): number {
  if (a > 1 || b > 1) return 1;
  let expected = 1;
  const none = Math.exp(-restHome - restAway);
  for (let x = a; x <= 1; x++) {
    for (let y = b; y <= 1; y++) {
      const chance = none * (x > a ? restHome : 1) * (y > b ? restAway : 1);
      expected += (tau(rates, x, y) - 1) * chance;
    }
  }
  return expected;
}
