/** What a group of players brought: how many they are, their mean and the variance between them. */
export interface Group {
  readonly players: number;
  readonly mean: number;
  readonly variance: number;
}

/** The difference of two means with its 95 % interval (Welch); undefined below two players in either group. For reports: no money is moved by it. */
export function differenceOf(
  treated: Group,
  control: Group,
): { readonly difference: number; readonly low: number; readonly high: number } | undefined {
  if (treated.players < 2 || control.players < 2) return undefined;
  const [a, b] = [treated.variance / treated.players, control.variance / control.players];
  const difference = treated.mean - control.mean;
  if (a + b === 0) return { difference, low: difference, high: difference };
  const freedom = (a + b) ** 2 / (a ** 2 / (treated.players - 1) + b ** 2 / (control.players - 1));
  const margin = quantile(0.975, freedom) * Math.sqrt(a + b);
  return { difference, low: difference - margin, high: difference + margin };
}

/** Quantile of Student's distribution, by bisection of its integral. */
export function quantile(probability: number, freedom: number): number {
  let [low, high] = [0, 1000];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (0.5 + integral(middle, freedom) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The share of Student's distribution between 0 and `to`: with x = sqrt(v) tan(u) the density is cos(u)^(v-1), by Simpson's rule. */
function integral(to: number, freedom: number): number {
  const last = Math.atan(to / Math.sqrt(freedom));
  const steps = 400;
  const width = last / steps;
  let sum = 0;
  for (let step = 0; step <= steps; step++) {
    const weight = step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2;
    sum += weight * Math.cos(step * width) ** (freedom - 1);
  }
  const scale = Math.exp(logGamma((freedom + 1) / 2) - logGamma(freedom / 2)) / Math.sqrt(Math.PI);
  return (scale * sum * width) / 3;
}

/** Stirling's series, after the argument has been raised above 10. */
function logGamma(x: number): number {
  let [shifted, product] = [x, 1];
  for (; shifted < 10; shifted++) product *= shifted;
  const series = 1 / (12 * shifted) - 1 / (360 * shifted ** 3) + 1 / (1260 * shifted ** 5);
  return (shifted - 0.5) * Math.log(shifted) - shifted + Math.log(2 * Math.PI) / 2 + series - Math.log(product);
}
