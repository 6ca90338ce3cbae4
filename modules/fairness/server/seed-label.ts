import type { PlayerId } from "#kit/std/brand.ts";

/** What a server seed is sealed as. */
export function seedLabel(player: PlayerId, number: number): string {
  return `seed:${player}:${number}`;
}
