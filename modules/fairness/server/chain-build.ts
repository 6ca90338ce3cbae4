import { setImmediate } from "node:timers/promises";
import { buildChain, type Checkpoints } from "#kit/fair/chain.ts";
import { nobleHashes } from "#kit/fair/noble.ts";

export interface ChainShape {
  /** How many rounds a chain is good for; a multiple of the interval. */
  readonly length: number;
  /** Links between two stored links. */
  readonly interval: number;
}

/**
 * Walks a new chain one interval at a time, letting other work run in between: a million links take about a second of
 * processor, a thousand about a millisecond.
 */
export async function buildInTheBackground(
  secret: Uint8Array,
  shape: ChainShape,
  onStep: () => void = () => undefined,
): Promise<Checkpoints> {
  const walk = buildChain(nobleHashes, secret, shape.length, shape.interval);
  for (;;) {
    const step = walk.next();
    if (step.done) return step.value;
    onStep();
    await setImmediate();
  }
}

const linkBytes = 32;

/** Checkpoints as one value of the database. */
export function joinLinks(links: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(links.length * linkBytes);
  for (const [index, link] of links.entries()) joined.set(link, index * linkBytes);
  return joined;
}

export function splitLinks(joined: Uint8Array): Uint8Array[] {
  return Array.from({ length: joined.length / linkBytes }, (_, index) =>
    joined.slice(index * linkBytes, (index + 1) * linkBytes),
  );
}
