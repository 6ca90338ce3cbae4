import type { Ratio } from "#kit/money/amount.ts";
import { choose } from "#kit/std/choose.ts";
import { minerRules } from "../shared/rules.ts";

/** A multiplier for narrow places: two decimals, none from a thousand up; truncated, never rounded up. */
export function brief({ numerator, denominator }: Ratio): string {
  const hundredths = (numerator * 100n) / denominator;
  const whole = hundredths / 100n;
  return whole >= 1000n ? String(whole) : `${whole}.${(hundredths % 100n).toString().padStart(2, "0")}`;
}

/** The chance that the next tile is safe, in percent with one decimal, truncated. */
export function nextChance(mines: number, found: number): string {
  const left = BigInt(minerRules.current.tiles - found);
  return tenths({ numerator: left - BigInt(mines), denominator: left });
}

/** The chance that this many tiles are all safe, in percent; seven decimals if it is small; truncated. */
export function chanceOf(mines: number, safe: number): string {
  const scaled =
    (choose(minerRules.current.tiles - mines, safe) * 1_000_000_000n) / choose(minerRules.current.tiles, safe);
  const text = `${scaled / 10_000_000n}.${(scaled % 10_000_000n).toString().padStart(7, "0")}`;
  return scaled >= 1_000_000n ? text.slice(0, text.indexOf(".") + 3) : text;
}

function tenths({ numerator, denominator }: Ratio): string {
  const scaled = (numerator * 1000n) / denominator;
  return `${scaled / 10n}.${scaled % 10n}`;
}
