import { type Colour, colourOf, type Spot } from "../spots.ts";
import type { RouletteSay, RouletteText } from "./texts.ts";

/** Numbers and spots in words. */

/** "Black, odd" and "Third dozen" of a number. */
export function partsOf(number: number, say: RouletteSay): readonly [string, string] {
  if (number === 0) return [say("green"), ""];
  const colour = say(colourOf(number));
  const parity = say(number % 2 === 0 ? "even" : "odd").toLocaleLowerCase();
  return [`${colour}, ${parity}`, say("dozen", { n: Math.ceil(number / 12) })];
}

export function spotName({ id, kind, numbers }: Spot, say: RouletteSay): string {
  if (kind === "even-money") return say(id as RouletteText);
  if (kind === "dozen" || kind === "column") return say(kind, { n: id.slice(-1) });
  return say(kind, { numbers: numbers.join(", ") });
}

export interface Statistics {
  readonly total: number;
  readonly shares: Readonly<Record<Colour, number>>;
  readonly most: readonly number[];
  readonly least: readonly number[];
}

/** How often what came. History only: every round is independent of those before. */
export function statisticsOf(results: readonly number[], shown: number): Statistics {
  const counts = Array.from({ length: 37 }, () => 0);
  const shares = { red: 0, black: 0, green: 0 };
  for (const number of results) {
    counts[number] = (counts[number] ?? 0) + 1;
    shares[colourOf(number)] += 1;
  }
  const byCount = counts.map((count, number) => ({ count, number })).sort((a, b) => b.count - a.count);
  return {
    total: results.length,
    shares,
    most: byCount
      .slice(0, shown)
      .filter(({ count }) => count > 0)
      .map(({ number }) => number),
    least: byCount
      .slice(-shown)
      .reverse()
      .map(({ number }) => number),
  };
}
