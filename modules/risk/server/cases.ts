import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { RiskDecision } from "../shared/cases.ts";
import { riskCaseClosed, riskCaseNotClaimed } from "../shared/errors.ts";
import type { RiskNeeds } from "./needs.ts";
import { type CaseRow, claimCase, closeCase, insertNote, lockCase, readCase } from "./store.ts";

export interface By {
  readonly id: Uuid;
  readonly name: string;
}

/** What operators do with cases; each call is one transaction of the caller's with its audit entry. */
export function createCases({ host, releaseBonus }: Pick<RiskNeeds, "host" | "releaseBonus">) {
  async function open(tx: Tx, id: Uuid): Promise<CaseRow> {
    const found = (await lockCase(tx, id)) ?? fail(notFound);
    return found.closedAt === null ? found : fail(riskCaseClosed);
  }

  return {
    /** @returns the case as it was; who takes over from a colleague becomes the one who handles it */
    async claim(tx: Tx, id: Uuid, by: By): Promise<CaseRow> {
      const found = await open(tx, id);
      await claimCase(tx, id, by.id, by.name);
      return found;
    },
    /** @returns the case; everybody who may read cases reads its notes */
    async note(tx: Tx, id: Uuid, text: string, by: By): Promise<CaseRow> {
      const found = await open(tx, id);
      const writtenAt = new Date(host.clock.now());
      await insertNote(tx, host.ids.next(), { caseId: id, author: by.name, text, writtenAt });
      return found;
    },
    /**
     * No fraud: a bonus that waits starts. Fraud: it still waits, and the caller requests that it be forfeited, which requires a second person.
     * Fails with `not_found`, `risk_case_closed`, `risk_case_not_claimed`.
     */
    async decide(
      tx: Tx,
      id: Uuid,
      { outcome, reason, by }: { readonly outcome: RiskDecision; readonly reason: string; readonly by: By },
    ): Promise<CaseRow> {
      const known = (await readCase(tx, id)) ?? fail(notFound);
      // The wallet before the case, as where the end of a bonus closes its case; a refusal below takes it back.
      if (outcome === "not_fraud" && known.bonusId !== null) await releaseBonus(tx, known.playerId, known.bonusId);
      const found = await open(tx, id);
      if (found.claimedBy !== by.id) fail(riskCaseNotClaimed);
      await closeCase(tx, id, { by: by.name, outcome, reason, now: new Date(host.clock.now()) });
      return found;
    },
  };
}

export type RiskCases = ReturnType<typeof createCases>;
