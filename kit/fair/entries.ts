import { ascii } from "#kit/std/bytes.ts";
import type { Hashes } from "./hashes.ts";

/** One stake in a multiplayer round. */
export interface Entry {
  readonly seat: number;
  /** The player's public id. */
  readonly player: string;
  /** In micro-units. */
  readonly stake: bigint;
}

/** The entry list as it is hashed: one line `seat:public player id:stake in micro-units` per entry, each ended by a line feed. */
export function entryListText(entries: readonly Entry[]): string {
  return entries.map(entry => `${entry.seat}:${entry.player}:${entry.stake}\n`).join("");
}

/** SHA-256 of the entry list: the round's close record commits to it before the beacon's value is published. */
export function entryListHash(hashes: Hashes, entries: readonly Entry[]): Uint8Array {
  return hashes.sha256(ascii(entryListText(entries)));
}
