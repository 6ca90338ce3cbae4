import { type Micros, micros, microsPerUnit } from "#kit/money/amount.ts";

const thousand = 1_000n;

/** The levels of the club and the lifetime wager, in roubles, that opens each. Other currencies count at the day's rate. */
export const vipLevels = [
  { name: "brass", from: micros(100n * microsPerUnit) },
  { name: "silver", from: micros(250n * thousand * microsPerUnit) },
  { name: "gold", from: micros(1_000n * thousand * microsPerUnit) },
  { name: "emerald", from: micros(5_000n * thousand * microsPerUnit) },
  { name: "onyx", from: micros(20_000n * thousand * microsPerUnit) },
] as const;

export type VipLevel = (typeof vipLevels)[number]["name"];

/** The level reached by a lifetime wager in roubles; null below the first. */
export function vipLevelOf(wagered: Micros): VipLevel | null {
  return vipLevels.findLast(({ from }) => wagered >= from)?.name ?? null;
}
