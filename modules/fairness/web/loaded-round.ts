import type { ProofRecord } from "../shared/proof.ts";
import type { Verification } from "../shared/verification.ts";

/** A bet or round as fetched from the server. */
export interface LoadedRound {
  readonly id: string;
  readonly proof: ProofRecord;
  /** For a bet on a shared round: the public record of the round. */
  readonly published: ProofRecord | null;
  readonly multiplier: string | null;
  readonly voided: boolean;
  readonly endedAt: string | null;
}

/** `missing`: there is no such bet or round. `hidden`: visible only to the player who placed the bet. */
export type FoundRound = LoadedRound | "missing" | "hidden" | "failed";

/** A record and what its check found. */
export interface Checked {
  readonly record: ProofRecord;
  readonly verification: Verification;
}
