import type { Hashes } from "#kit/fair/hashes.ts";
import type { ProofRecord } from "./proof.ts";

/** A proof computed step by step, as the verifier page and the terminal show it. */

/** A part of a line; marked parts are the bytes that matter. */
export interface Piece {
  readonly text: string;
  readonly mark?: true;
}

export interface ProofStep {
  /** Text `fairness:steps.{key}`. */
  readonly key: string;
  /** Values of the text's placeholders. */
  readonly values: Readonly<Record<string, string>>;
  /** The computation itself, the same in every language. */
  readonly line: readonly Piece[];
  /** `equal` and `differs` compare with the record; `computed` only leads to the next step. */
  readonly state: "equal" | "computed" | "differs";
}

/** Text `fairness:verdicts.{verdict}`. `unknown` is a game, scheme or version of rules that this verifier does not support. */
export type Verdict = "matches" | "differs" | "not_revealed" | "unknown";

export interface Verification {
  readonly verdict: Verdict;
  /** The result as computed here ("72.48", "2.99"); null when nothing could be computed. */
  readonly result: string | null;
  readonly steps: readonly ProofStep[];
}

/**
 * A game's own part: every game has one in its `shared/verify.ts`. `published` is the public record of the bet's shared
 * round (see `publishedRound`).
 */
export type Verifier = (record: ProofRecord, hashes: Hashes, published?: ProofRecord) => Verification;

/** The games' verifiers by game. Fairness depends on no game: the verifying application passes its own list. */
export type Verifiers = Readonly<Record<string, Verifier>>;

/** Checks one record with the verifier of its game. Pure; the same in the browser, the terminal and the tests. */
export function verifyRecord(
  record: ProofRecord,
  verifiers: Verifiers,
  hashes: Hashes,
  published?: ProofRecord,
): Verification {
  const verifier = Object.hasOwn(verifiers, record.game) ? verifiers[record.game] : undefined;
  return verifier ? verifier(record, hashes, published) : { verdict: "unknown", result: null, steps: [] };
}

/** The verdict that follows from the steps. */
export function conclude(result: string, steps: readonly ProofStep[]): Verification {
  return { verdict: steps.some(step => step.state === "differs") ? "differs" : "matches", result, steps };
}
