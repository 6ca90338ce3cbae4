import type { Hashes } from "./hashes.ts";

/**
 * A Merkle tree over hashes: its root commits to all of them, and a leaf with log2(n) neighbours leads to it.
 *
 *     leaf  SHA-256(0x00 || hash)
 *     node  SHA-256(0x01 || left || right)
 *
 * A node without a neighbour goes up as it is. The first byte keeps a node from being passed off as a leaf.
 */
export type Level = readonly Uint8Array[];

/** A neighbour on the way from a leaf to the root, and its side. */
export interface TreeStep {
  readonly side: "left" | "right";
  readonly hash: Uint8Array;
}

export const treeLeaf = (hashes: Hashes, hash: Uint8Array): Uint8Array => hashes.sha256(joined(0, hash));

/** All levels, the leaves first, the root alone in the last. Empty without leaves. */
export function treeLevels(hashes: Hashes, leaves: Level): readonly Level[] {
  const levels: Level[] = [];
  for (let level = leaves; level.length > 0; level = above(hashes, level)) {
    levels.push(level);
    if (level.length === 1) break;
  }
  return levels;
}

function above(hashes: Hashes, level: Level): Level {
  const next: Uint8Array[] = [];
  for (let i = 0; i < level.length; i += 2) {
    const [left, right] = [level[i], level[i + 1]];
    if (left) next.push(right ? hashes.sha256(joined(1, left, right)) : left);
  }
  return next;
}

/** Where the neighbours of the leaf at `index` are, from the leaf up. */
export function treePath(
  index: number,
  leaves: number,
): readonly { level: number; index: number; side: "left" | "right" }[] {
  const path: { level: number; index: number; side: "left" | "right" }[] = [];
  for (let level = 0, at = index, width = leaves; width > 1; level++) {
    const side = at % 2 === 0 ? "right" : "left";
    const neighbour = side === "right" ? at + 1 : at - 1;
    if (neighbour < width) path.push({ level, index: neighbour, side });
    at = Math.floor(at / 2);
    width = Math.ceil(width / 2);
  }
  return path;
}

/** The root that a leaf and its neighbours lead to. */
export function treeRoot(hashes: Hashes, leaf: Uint8Array, path: readonly TreeStep[]): Uint8Array {
  return path.reduce(
    (node, { side, hash }) => hashes.sha256(side === "left" ? joined(1, hash, node) : joined(1, node, hash)),
    leaf,
  );
}

function joined(first: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(1 + parts.reduce((length, part) => length + part.length, 0));
  bytes[0] = first;
  let at = 1;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
