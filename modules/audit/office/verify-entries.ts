import { sha256 } from "@noble/hashes/sha2.js";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import type { ChainEntry } from "../shared/contract.ts";
import { hashedText } from "../shared/hashed-text.ts";

/** How far a verification has come; `fault`: the first entry that is not what was written. */
export interface Verified {
  readonly number: number;
  /** In hex; null before the first entry, where the range takes its first entry's word for what came before. */
  readonly hash: string | null;
  readonly fault?: { readonly number: number; readonly kind: "missing" | "changed" };
}

const beginning = "0".repeat(64);

/** Before a range that begins after this number. */
export const verifiedBefore = (number: number): Verified => ({ number, hash: number === 0 ? beginning : null });

/** Recomputes the hashes of further entries; stops at the first fault. */
export function verifyEntries(from: Verified, entries: readonly ChainEntry[]): Verified {
  let reached = from;
  for (const entry of entries) {
    const number = reached.number + 1;
    if (entry.number !== number) return { ...reached, fault: { number, kind: "missing" } };
    const previous = reached.hash ?? entry.previous;
    if (entry.previous !== previous || hashOf(entry) !== entry.hash)
      return { ...reached, fault: { number, kind: "changed" } };
    reached = { number, hash: entry.hash };
  }
  return reached;
}

function hashOf({ number, operator_id, operator, request_id, ...facts }: ChainEntry): string | undefined {
  const previous = parseHex(facts.previous);
  const text = hashedText({
    ...facts,
    number: String(number),
    operatorId: operator_id,
    operatorName: operator,
    requestId: request_id,
  });
  return previous && toHex(sha256.create().update(previous).update(new TextEncoder().encode(text)).digest());
}
