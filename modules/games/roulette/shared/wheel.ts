import { required } from "#kit/std/invariant.ts";
import { spotOf } from "./cloth.ts";

/** The European wheel and the bets that are called by its sectors. */

/** The pockets clockwise from zero. */
export const wheelOrder: readonly number[] = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7,
  28, 12, 35, 3, 26,
];

/** How many chips a called bet lays on which spot. */
export type CalledBet = readonly (readonly [spot: string, chips: number])[];

/** The sectors as the French tables call them. */
export const calledBets = {
  voisins: [
    ["trio-0-2-3", 2],
    ["split-4-7", 1],
    ["split-12-15", 1],
    ["split-18-21", 1],
    ["split-19-22", 1],
    ["corner-25-26-28-29", 2],
    ["split-32-35", 1],
  ],
  orphelins: [
    ["straight-1", 1],
    ["split-6-9", 1],
    ["split-14-17", 1],
    ["split-17-20", 1],
    ["split-31-34", 1],
  ],
  tiers: [
    ["split-5-8", 1],
    ["split-10-11", 1],
    ["split-13-16", 1],
    ["split-23-24", 1],
    ["split-27-30", 1],
    ["split-33-36", 1],
  ],
} as const satisfies Record<string, CalledBet>;

export type Sector = keyof typeof calledBets;
export const sectors = Object.keys(calledBets) as Sector[];

/** A number and its neighbours on the wheel, two to each side, a chip on each. */
export function neighbours(number: number, reach = 2): CalledBet {
  const at = wheelOrder.indexOf(number);
  return Array.from({ length: 2 * reach + 1 }, (_, index) => {
    const pocketIndex = (at + index - reach + wheelOrder.length) % wheelOrder.length;
    return [`straight-${required(wheelOrder[pocketIndex], "a pocket of the wheel")}`, 1] as const;
  });
}

/** The numbers that a called bet covers. */
export function covered(bet: CalledBet): Set<number> {
  return new Set(bet.flatMap(([spot]) => required(spotOf(spot), "a called bet lies on the cloth").numbers));
}
