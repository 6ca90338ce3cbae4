import type { Hashes } from "#kit/fair/hashes.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import { toHex } from "#kit/std/bytes.ts";

/**
 * A Merkle sum tree (after Maxwell's proof of liabilities): the root commits to the total, and with one
 * leaf and a few nodes its owner can verify that it is counted in that total. Sums are never negative, so no
 * balance can be hidden by another one.
 *
 *     leaf  SHA-256("fairhouse-liability-1:{currency}:{salt}:{player}:{sum}")
 *     node  SHA-256("fairhouse-liability-1:{left hash}:{left sum}:{right hash}:{right sum}"), its sum is that of both
 *
 * Texts are ASCII, hashes lower-case hex, sums whole micro-units. A node without a neighbour goes up as it is.
 */
const version = "fairhouse-liability-1";

export interface TreeNode {
  /** SHA-256, hex. */
  readonly hash: string;
  readonly sum: Micros;
}

/** A player's own leaf data, that no one else knows. */
export interface Leaf {
  readonly currency: string;
  /** 16 random bytes, hex: without them the leaf of a known player and balance could be guessed. */
  readonly salt: string;
  readonly player: string;
  readonly sum: Micros;
}

/** A sibling node on the path from a leaf to the root, and its side. */
export interface PathStep extends TreeNode {
  readonly side: "left" | "right";
}

export function leafNode(hashes: Hashes, { currency, salt, player, sum }: Leaf): TreeNode {
  return { hash: hashText(hashes, [currency, salt, player, `${sum}`]), sum };
}

export function parentOf(hashes: Hashes, left: TreeNode, right: TreeNode): TreeNode {
  const hash = hashText(hashes, [left.hash, `${left.sum}`, right.hash, `${right.sum}`]);
  return { hash, sum: micros(left.sum + right.sum) };
}

/** All levels, the leaves first, the root alone in the last. Empty without leaves. */
export function buildLevels(hashes: Hashes, leaves: readonly TreeNode[]): readonly (readonly TreeNode[])[] {
  const levels: (readonly TreeNode[])[] = [];
  for (let level = leaves; level.length > 0; level = levelAbove(hashes, level)) {
    levels.push(level);
    if (level.length === 1) break;
  }
  return levels;
}

function levelAbove(hashes: Hashes, level: readonly TreeNode[]): readonly TreeNode[] {
  const above: TreeNode[] = [];
  for (let i = 0; i < level.length; i += 2) {
    const [left, right] = [level[i], level[i + 1]];
    if (left) above.push(right ? parentOf(hashes, left, right) : left);
  }
  return above;
}

/** Level and position of each sibling of the leaf at `position`, from the leaf up. */
export function neighboursOf(position: number, leaves: number): readonly { level: number; position: number }[] {
  const neighbours: { level: number; position: number }[] = [];
  for (let level = 0, at = position, width = leaves; width > 1; level++) {
    const neighbour = at % 2 === 0 ? at + 1 : at - 1;
    if (neighbour < width) neighbours.push({ level, position: neighbour });
    at = Math.floor(at / 2);
    width = Math.ceil(width / 2);
  }
  return neighbours;
}

export type PathCheck =
  | { readonly right: true; readonly nodes: readonly TreeNode[] }
  | { readonly right: false; readonly reason: "negative_sum" | "other_root"; readonly nodes: readonly TreeNode[] };

/** Computes the path from a leaf to the root. `nodes` are the intermediate results, the leaf first, for display. */
export function checkPath(hashes: Hashes, leaf: Leaf, path: readonly PathStep[], root: TreeNode): PathCheck {
  const nodes = [leafNode(hashes, leaf)];
  let node = nodes[0] as TreeNode;
  for (const step of path) {
    if (step.sum < 0n || node.sum < 0n) return { right: false, reason: "negative_sum", nodes };
    node = step.side === "left" ? parentOf(hashes, step, node) : parentOf(hashes, node, step);
    nodes.push(node);
  }
  const right = node.hash === root.hash && node.sum === root.sum && leaf.sum >= 0n;
  return right ? { right, nodes } : { right, reason: "other_root", nodes };
}

function hashText(hashes: Hashes, parts: readonly string[]): string {
  const text = [version, ...parts].join(":");
  return toHex(hashes.sha256(Uint8Array.from(text, character => character.charCodeAt(0))));
}
