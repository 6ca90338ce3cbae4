import { invariant } from "#kit/std/invariant.ts";
import type { Hashes } from "./hashes.ts";

/**
 * A hash chain h(0) ... h(length): `h(i) = SHA-256(h(i + 1))` over raw bytes. The head h(0) is published before the first
 * round; round i of the chain uses h(i) and reveals it, which proves itself by hashing back to the head and reveals
 * nothing about h(i + 1). The last link is the chain's secret.
 */

/** `steps` hashes down the chain from `link`. */
export function walkDown(hashes: Hashes, link: Uint8Array, steps: number): Uint8Array {
  let current = link;
  for (let i = 0; i < steps; i++) current = hashes.sha256(current);
  return current;
}

/** Whether `link` is link number `index` of the chain with this head. */
export function leadsToHead(hashes: Hashes, link: Uint8Array, index: number, head: Uint8Array): boolean {
  const reached = walkDown(hashes, link, index);
  return reached.length === head.length && reached.every((byte, i) => byte === head[i]);
}

/** Every `interval`-th link, h(0), h(interval), ... h(length), so that any link is at most interval - 1 hashes away. */
export interface Checkpoints {
  readonly interval: number;
  readonly links: readonly Uint8Array[];
}

/**
 * Computes a new chain from its secret to its head. Yields after every checkpoint, so that the caller can run other work
 * in between: a million links take about a second.
 * @param length a multiple of `interval`
 */
export function* buildChain(
  hashes: Hashes,
  secret: Uint8Array,
  length: number,
  interval: number,
): Generator<void, Checkpoints> {
  invariant(length > 0 && length % interval === 0, "a chain's length is a multiple of the checkpoints' interval");
  const links = [secret];
  let link = secret;
  for (let index = length; index > 0; index -= interval) {
    link = walkDown(hashes, link, interval);
    links.unshift(link);
    yield;
  }
  return { interval, links };
}

/** Link number `index`, from the nearest checkpoint above it. */
export function linkAt(hashes: Hashes, checkpoints: Checkpoints, index: number): Uint8Array {
  const { interval, links } = checkpoints;
  const above = Math.ceil(index / interval);
  const start = links[above];
  invariant(Number.isInteger(index) && index >= 0 && start, `the chain has no link ${index}`);
  return walkDown(hashes, start, above * interval - index);
}
