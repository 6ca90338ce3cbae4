import type { ChainProof, ProofRecord } from "./proof.ts";
import { mark, plain, step } from "./steps.ts";
import type { ProofStep } from "./verification.ts";

/**
 * A bet on a shared round is checked against the public record of the round, so that no player can be given a private claim that
 * the round was voided, or that it was not.
 */

/** The outside name of the round that a bet's record belongs to, `crash-107`; null for everything else. */
export function publishedRound(record: ProofRecord): string | null {
  return record.kind === "chain" && record.stake !== undefined ? `${record.sequence}-${record.round}` : null;
}

/** The bet's record says of its round what the public one says. Nothing where there is none to compare with. */
export function publishedSteps(record: ChainProof, published: ProofRecord | undefined): ProofStep[] {
  if (!published || record.stake === undefined) return [];
  const same =
    published.kind === "chain" &&
    published.stake === undefined &&
    published.sequence === record.sequence &&
    published.round === record.round &&
    published.commitment === record.commitment &&
    published.link === record.link &&
    published.voided === record.voided;
  const line = [plain(`${record.sequence}-${record.round}: `), mark(record.voided ?? "played")];
  return [step("published", line, same)];
}
