import type { Hashes } from "#kit/fair/hashes.ts";
import { ascii, toHex } from "#kit/std/bytes.ts";
import type { Placed } from "./placed.ts";

/** A bet in the public list of a round: under an id that stands for the player in this round only. */
export interface TableEntry {
  readonly id: string;
  readonly currency: string;
  readonly layout: readonly Placed[];
}

/** One entry as it is hashed. The id has 128 random bits, so that no entry can be guessed from its hash. */
export function entryLine(index: number, { id, currency, layout }: TableEntry): string {
  const bets = layout.map(({ spot, amount }) => `${spot}=${amount}`).join(",");
  return `${index}:${id}:${currency}:${bets}`;
}

/**
 * The hash of an entry list: a tree of SHA-256, leaves over 0 and the line, nodes over 1 and both children; an odd one goes up as it is. So that each
 * player can check their own bets with a few hashes, without the bets of all the others.
 */
export function entriesHash(hashes: Hashes, lines: readonly string[]): string {
  let level = lines.map(line => leaf(hashes, line));
  if (level.length === 0) return toHex(hashes.sha256(new Uint8Array(0)));
  while (level.length > 1) level = above(hashes, level);
  return toHex(level[0] as Uint8Array);
}

/** From an entry up to the root. */
export interface PathStep {
  readonly side: "left" | "right";
  /** The neighbour's hash, in hex. */
  readonly hash: string;
}

export function entryPath(hashes: Hashes, lines: readonly string[], index: number): readonly PathStep[] {
  const path: PathStep[] = [];
  let level = lines.map(line => leaf(hashes, line));
  let at = index;
  while (level.length > 1) {
    const neighbour = level[at ^ 1];
    if (neighbour) path.push({ side: at % 2 === 0 ? "right" : "left", hash: toHex(neighbour) });
    level = above(hashes, level);
    at >>= 1;
  }
  return path;
}

/** The root that an entry and its path lead to. */
export function rootOf(hashes: Hashes, line: string, path: readonly { side: string; hash: Uint8Array }[]): string {
  let node = leaf(hashes, line);
  for (const { side, hash } of path) {
    node = side === "right" ? parent(hashes, node, hash) : parent(hashes, hash, node);
  }
  return toHex(node);
}

const leaf = (hashes: Hashes, line: string) => hashes.sha256(joined(0, ascii(line), new Uint8Array(0)));
const parent = (hashes: Hashes, left: Uint8Array, right: Uint8Array) => hashes.sha256(joined(1, left, right));

function above(hashes: Hashes, level: readonly Uint8Array[]): Uint8Array[] {
  const next: Uint8Array[] = [];
  for (let i = 0; i < level.length; i += 2) {
    const [left, right] = [level[i] as Uint8Array, level[i + 1]];
    next.push(right ? parent(hashes, left, right) : left);
  }
  return next;
}

function joined(first: number, a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + a.length + b.length);
  bytes[0] = first;
  bytes.set(a, 1);
  bytes.set(b, 1 + a.length);
  return bytes;
}
