import { required } from "#kit/std/invariant.ts";
import { type CaseShape, shapes } from "./shapes.ts";

/**
 * Finds the odds of the cases. A case is given as its price and its prizes, multiples of the price; the odds of a prize fall
 * as a power of its multiple, and the power is what makes the case return 95 %. The odds are then rounded to whole
 * millionths, and the cheapest prizes take up what is left, so that they add up to a million and the return is exact.
 */
const million = 1_000_000;
/** 95 % of the price, in hundredths, a million times. */
const wanted = 95 * million;

export interface FoundPrize {
  readonly item: string;
  /** The prize as a multiple of the price, in hundredths. */
  readonly multiple: number;
  /** Millionths. */
  readonly odds: number;
}

export interface FoundCase {
  readonly slug: string;
  /** Minor units. */
  readonly prices: Readonly<Record<string, number>>;
  /** The dearest first. */
  readonly prizes: readonly FoundPrize[];
}

export function findTables(): readonly FoundCase[] {
  return shapes.map(findCase);
}

function findCase({ slug, roubles, prizes }: CaseShape): FoundCase {
  const sorted = [...prizes].sort(([, a], [, b]) => b - a);
  const odds = exactOdds(sorted.map(([, multiple]) => multiple));
  return {
    slug,
    prices: pricesOf(roubles),
    prizes: sorted.map(([item, multiple], index) => ({ item, multiple, odds: required(odds[index], "odds") })),
  };
}

/** Minor units: as in all limits, 100 roubles are 1 dollar, 1 euro, 500 tenge or 100 rupees. */
function pricesOf(roubles: number): Record<string, number> {
  return { RUB: roubles * 100, USD: roubles, KZT: roubles * 500, INR: roubles * 100, EUR: roubles };
}

/** What a curve of this power returns, and its odds as shares of one. */
function curve(multiples: readonly number[], power: number): { shares: number[]; returned: number } {
  const weights = multiples.map(multiple => multiple ** -power);
  const sum = weights.reduce((a, b) => a + b, 0);
  const shares = weights.map(weight => weight / sum);
  return {
    shares,
    returned: shares.reduce((total, share, i) => total + share * required(multiples[i], "a multiple"), 0),
  };
}

/** Odds in millionths for multiples that fall: they add up to a million and return exactly 95 %. */
function exactOdds(multiples: readonly number[]): number[] {
  let [low, high] = [0, 6];
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (curve(multiples, middle).returned > 95) low = middle;
    else high = middle;
  }
  const odds = curve(multiples, high).shares.map(share => Math.max(1, Math.round(share * million)));
  const multiple = (index: number) => required(multiples[index], "a multiple");
  const [a, b] = [odds.length - 1, odds.length - 2];
  // With the others moved by a few millionths, the two cheapest solve both sums in whole numbers.
  for (let move = 0; move < 400; move++) {
    const others = odds.slice(0, b);
    others[b - 1] = required(others[b - 1], "odds") + (move % 20);
    others[b - 2] = required(others[b - 2], "odds") + Math.floor(move / 20);
    const rest = million - others.reduce((sum, each) => sum + each, 0);
    const left = wanted - others.reduce((sum, each, index) => sum + each * multiple(index), 0);
    const oddsB = (left - multiple(a) * rest) / (multiple(b) - multiple(a));
    if (Number.isInteger(oddsB) && oddsB > 0 && oddsB < rest) return [...others, oddsB, rest - oddsB];
  }
  throw new Error(`no odds for ${multiples.join(" ")}`);
}

/** The file that the game reads, as the formatter would write it. */
export function tablesFile(cases: readonly FoundCase[]): string {
  const prize = ({ item, multiple, odds }: FoundPrize) =>
    `      { item: "${item}", multiple: ${multiple}, odds: ${odds} },\n`;
  const one = ({ slug, prices, prizes }: FoundCase) => {
    const list = Object.entries(prices).map(([currency, price]) => `${currency}: ${price}`);
    return `  {\n    slug: "${slug}",\n    prices: { ${list.join(", ")} },\n    prizes: [\n${prizes.map(prize).join("")}    ],\n  },\n`;
  };
  return `/**
 * The cases, found by \`node modules/games/cases/testing/print-tables.ts --write\`: prices in minor units, prizes as hundredths of the price, odds in
 * millionths. Every case returns exactly 95 %, which the start of the game and its tests count.
 */
export const caseTables = [
${cases.map(one).join("")}] as const;
`;
}
