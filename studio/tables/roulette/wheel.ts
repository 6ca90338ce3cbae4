import { invariant } from "#kit/std/invariant.ts";

/** The pockets of a European wheel, clockwise from zero. */
export const wheelOrder: readonly number[] = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7,
  28, 12, 35, 3, 26,
];

/** A number with so many on either side of it on the wheel, clockwise. */
export function neighbours(number: number, each: number): readonly number[] {
  const at = wheelOrder.indexOf(number);
  invariant(at >= 0, `no pocket ${number}`);
  return Array.from({ length: 2 * each + 1 }, (_, i) => {
    const index = (at - each + i + wheelOrder.length) % wheelOrder.length;
    return wheelOrder[index] as number;
  });
}

export const calledBets = ["voisins", "orphelins", "tiers", "zero"] as const;
export type CalledBet = (typeof calledBets)[number];

/** Chips of one unit by spot. */
export const calledLayouts: Readonly<Record<CalledBet, Readonly<Record<string, number>>>> = {
  voisins: {
    "trio-0-2-3": 2,
    "split-4-7": 1,
    "split-12-15": 1,
    "split-18-21": 1,
    "split-19-22": 1,
    "corner-25": 2,
    "split-32-35": 1,
  },
  orphelins: { "straight-1": 1, "split-6-9": 1, "split-14-17": 1, "split-17-20": 1, "split-31-34": 1 },
  tiers: {
    "split-5-8": 1,
    "split-10-11": 1,
    "split-13-16": 1,
    "split-23-24": 1,
    "split-27-30": 1,
    "split-33-36": 1,
  },
  zero: { "split-0-3": 1, "split-12-15": 1, "straight-26": 1, "split-32-35": 1 },
};
