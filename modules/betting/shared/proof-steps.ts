/** What a verification of a slip checks, in order. Texts: `proof.steps.{key}` in `locale`. */
export const proofStepKeys = [
  "receipt",
  "receipt_signature",
  "receipt_root",
  "log",
  "frames",
  "seed",
  "price",
  "revision",
  "revision_signature",
  "revision_root",
  "facts",
  "payout",
  "edited",
  "stands",
] as const;
export type ProofStepKey = (typeof proofStepKeys)[number];

export const proofStates = ["equal", "differs", "pending", "missing", "stated"] as const;
/**
 * `pending`: not published or not revealed yet. `missing`: something to check it with is no longer kept. `stated`: decided by people, such as
 * a cash-out price or a settlement by hand, and only held against its receipt.
 */
export type ProofState = (typeof proofStates)[number];

export interface ProofStep {
  readonly key: ProofStepKey;
  /** Which leg, event or revision: `2`, `m:10`. Empty where there is one. */
  readonly subject: string;
  /** What was computed, for people who repeat it. */
  readonly line: string;
  readonly state: ProofState;
}

export interface SlipVerification {
  readonly verdict: "matches" | "differs" | "pending" | "missing";
  readonly steps: readonly ProofStep[];
}

/** Equal, or both values where they differ. */
export function compared(key: ProofStepKey, subject: string, what: string, here: string, there: string): ProofStep {
  const isEqual = here === there;
  return {
    key,
    subject,
    line: isEqual ? `${what} = ${here}` : `${what} = ${here} ≠ ${there}`,
    state: isEqual ? "equal" : "differs",
  };
}

export function verdictOf(steps: readonly ProofStep[]): SlipVerification {
  const has = (state: ProofState) => steps.some(step => step.state === state);
  return {
    verdict: has("differs") ? "differs" : has("missing") ? "missing" : has("pending") ? "pending" : "matches",
    steps,
  };
}
