import type { Uuid } from "#kit/std/brand.ts";

/** Pseudorandom numbers of one seed: the same seed always makes the same choices. For simulations only, never for a game. */
export interface Chance {
  /** A whole number from 0 to n - 1. */
  below(n: number): number;
  /** True with this probability in percent. */
  happens(percent: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** This many distinct numbers from 0 to n - 1, in any order. */
  some(count: number, n: number): number[];
  bytes(length: number): Uint8Array;
  uuid(): Uuid;
}

/** Splitmix32 over the seed (public domain, by Sebastiano Vigna's description of splitmix). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  function word(): number {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  }
  const below = (n: number) => word() % n;
  const bytes = (length: number) => Uint8Array.from({ length }, () => below(256));
  return {
    below,
    bytes,
    happens: percent => below(10_000) < percent * 100,
    pick: list => list[below(list.length)] ?? list[0],
    some(count, n) {
      const all = Array.from({ length: n }, (_, index) => index);
      return Array.from({ length: Math.min(count, n) }, () => all.splice(below(all.length), 1)[0] ?? 0);
    },
    uuid() {
      const hex = Buffer.from(bytes(16)).toString("hex");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}` as Uuid;
    },
  };
}
