import type { BenchRow } from "../bench-suite.ts";
import { round } from "../figures.ts";

/** How often each way runs: `--pairs=7` on a quiet machine. */
export function pairsOf(): number {
  const pairs = Number(process.argv.find(argument => argument.startsWith("--pairs="))?.slice(8) ?? 3);
  if (!(Number.isSafeInteger(pairs) && pairs > 0)) throw new Error("--pairs takes a whole number over 0");
  return pairs;
}

/** The numbers of players to measure with: `--players=256` measures with these alone. */
export function countsOf<Count extends number>(counts: readonly Count[]): readonly Count[] {
  const asked = process.argv
    .find(argument => argument.startsWith("--players="))
    ?.slice(10)
    .split(",")
    .map(Number);
  const found = counts.filter(count => asked?.includes(count) ?? true);
  if (found.length === 0) throw new Error(`--players takes some of ${counts.join(",")}`);
  return found;
}

type Ways<Name extends string> = Readonly<Record<Name, () => Promise<number>>>;

/** Runs each way so often, one after the other, every second time in the opposite order: what the machine does besides disturbs all alike. */
export async function inTurn<Name extends string>(
  ways: Ways<Name>,
  repeats: number,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const names = Object.keys(ways) as Name[];
  const found = Object.fromEntries(names.map(name => [name, []])) as unknown as Record<Name, number[]>;
  for (let repeat = 0; repeat < repeats; repeat++)
    for (const name of repeat % 2 === 0 ? names : names.toReversed()) found[name].push(await ways[name]());
  return found;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export interface Comparison {
  readonly figure: string;
  readonly players: number;
  readonly values: readonly number[];
  readonly baseline: readonly number[];
  /** What the quotient has to be, such as `at least 0.97`; none where the figure is only printed. */
  readonly bar?: string;
}

/** Medians, their quotient, and the smallest and largest quotient of a pair. */
export function comparison({ figure, players, values, baseline, bar }: Comparison): BenchRow {
  if (baseline.some(value => !(value > 0))) throw new Error(`${figure}: a baseline finished nothing`);
  const pairs = values.map((value, index) => value / (baseline[index] ?? Number.NaN));
  return {
    figure,
    players,
    value: round(median(values), 2),
    baseline: round(median(baseline), 2),
    "of baseline": round(median(pairs), 2),
    pairs: `${round(Math.min(...pairs), 2)} to ${round(Math.max(...pairs), 2)} (${pairs.length})`,
    bar: bar ?? "",
  };
}
