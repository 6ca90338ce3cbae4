import type { Random } from "#kit/host/host.ts";
import { required } from "#kit/std/invariant.ts";
import words from "./words.json" with { type: "json" };

/** A public name such as `amber-fox-4127`: friendly, without personal information. Some 100 million of them. */
export function makeHandle(random: Random): string {
  const pick = (list: readonly string[]) => required(list[below(random, list.length)], "an empty list of words");
  return `${pick(words.adjectives)}-${pick(words.animals)}-${100 + below(random, 9900)}`;
}

/** A whole number from 0 to `size` - 1. For names only: the modulo bias (under 1e-5) does not matter here. */
function below(random: Random, size: number): number {
  return new DataView(Uint8Array.from(random.bytes(4)).buffer).getUint32(0) % size;
}
