import type { Queryable } from "#kit/db/db.ts";
import { type Checkpoint, isSignedBy } from "./checkpoint.ts";
import { beginning, hashOf } from "./entry.ts";
import { entriesAfter, hashAt } from "./store.ts";

/** The position that a verification has reached. */
export interface ChainPosition {
  readonly number: bigint;
  readonly hash: Uint8Array;
}

/** A difference in the form of `npm run audit`. */
export interface ChainFault {
  readonly rule: string;
  readonly row: Readonly<Record<string, unknown>>;
}

export const chainBeginning: ChainPosition = { number: 0n, hash: beginning };
const pageSize = 1000;

/**
 * Follows the chain from a verified position to its end, or through at least `most` entries. The first entry that is changed, missing or
 * moved is the fault; later entries are not checked.
 */
export async function verifyChain(
  db: Queryable,
  from: ChainPosition = chainBeginning,
  most = Number.POSITIVE_INFINITY,
): Promise<{ readonly end: ChainPosition; readonly faults: readonly ChainFault[] }> {
  let position = from;
  for (;;) {
    const entries = await entriesAfter(db, position.number, pageSize);
    for (const entry of entries) {
      const expected = position.number + 1n;
      if (entry.number !== expected)
        return broken(position, "an entry of the audit log is missing", { number: expected });
      if (!same(entry.previous, position.hash) || !same(entry.hash, hashOf(entry.number, entry, position.hash)))
        return broken(position, "an entry of the audit log is not what was written", { number: entry.number });
      position = { number: entry.number, hash: entry.hash };
    }
    if (entries.length < pageSize || position.number - from.number >= most) return { end: position, faults: [] };
  }
}

/** Whether the entry that a verification has reached is still there with its hash. */
export async function verifyPosition(db: Queryable, { number, hash }: ChainPosition): Promise<readonly ChainFault[]> {
  if (number === 0n) return [];
  const now = await hashAt(db, number);
  if (!now) return [{ rule: "an entry of the audit log is missing", row: { number } }];
  return same(now, hash) ? [] : [{ rule: "an entry of the audit log is not what was written", row: { number } }];
}

function broken(end: ChainPosition, rule: string, row: ChainFault["row"]) {
  return { end, faults: [{ rule, row }] };
}

/**
 * Compares the chain with the signed checkpoints outside the database: every checkpoint's entry must exist with that hash. This detects a
 * chain that was truncated or rewritten as a whole.
 * @param publicKey of this deployment, in hex: signatures of any other count as forged
 */
export async function verifyCheckpoints(
  db: Queryable,
  checkpoints: readonly Checkpoint[],
  publicKey: string,
): Promise<readonly ChainFault[]> {
  const faults: ChainFault[] = [];
  for (const checkpoint of checkpoints) {
    const row = { number: checkpoint.number, at: checkpoint.at };
    if (!isSignedBy(checkpoint, publicKey)) {
      faults.push({ rule: "a checkpoint of the audit log is not signed by our key", row });
      continue;
    }
    const hash = await hashAt(db, BigInt(checkpoint.number));
    if (!hash) faults.push({ rule: "the audit log ends before a checkpoint", row });
    else if (!same(hash, Buffer.from(checkpoint.hash, "hex")))
      faults.push({ rule: "the audit log is not the one that was signed", row });
  }
  return faults;
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
