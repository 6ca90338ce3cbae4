import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { required } from "#kit/std/invariant.ts";
import type { Approvals, AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import { faultOf, isLoosening, type RewardTerms } from "../shared/terms.ts";
import { insertTerms, lockTerms, readTerms, type TermsRow } from "./reward-store.ts";
import { dayOf } from "./terms-on.ts";

export interface TermsNeeds {
  readonly host: Pick<Host, "clock" | "db">;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
}

export const termsRequest = "vip.terms";
const payloadOf = z.object({ terms: z.unknown() });

/** More than before requires another person. */
export function registerTerms(needs: TermsNeeds): void {
  needs.approvals.register({
    kind: termsRequest,
    permission: "rules.write",
    reads: "vip.read",
    needs: 1,
    versionOf: async db => String((await readTerms(db)).length),
    async run(tx, request, by) {
      const { terms } = z.parse(payloadOf, request.payload);
      const { number } = await publish(needs, tx, terms as RewardTerms, {
        reason: request.reason,
        askedBy: request.askedName,
        approvedBy: by.name,
      });
      await needs.audit.record(tx, by, {
        action: "vip.terms",
        subject: `vip:terms-${number + 1}`,
        reason: request.reason,
        before: null,
        after: { request: request.id, asked_by: request.askedName, terms: JSON.stringify(terms) },
      });
    },
  });
}

export type Drafted =
  | { readonly kind: "asked"; readonly request: AskedRequest }
  | { readonly kind: "published"; readonly row: TermsRow };

/** New terms, from the next midnight UTC: at once where they give nothing more than before, else after an approval. Fails with `validation_failed`. */
export async function draftTerms(
  needs: TermsNeeds,
  tx: Tx,
  terms: RewardTerms,
  reason: string,
  by: Asker,
): Promise<Drafted> {
  const fault = faultOf(terms);
  if (fault) fail(validationFailed, { errors: { terms: [fault] } });
  await lockTerms(tx);
  const before = required((await readTerms(tx)).at(-1), "the first terms").terms;
  if (!isLoosening(before, terms)) {
    const row = await publish(needs, tx, terms, { reason, askedBy: by.name, approvedBy: null });
    return { kind: "published", row };
  }
  const payload = { terms: JSON.parse(JSON.stringify(terms)) };
  const request = await needs.approvals.ask(tx, { kind: termsRequest, subject: "vip:terms", payload, reason }, by);
  return { kind: "asked", request };
}

async function publish(
  { host }: TermsNeeds,
  tx: Tx,
  terms: RewardTerms,
  by: Pick<TermsRow, "reason" | "askedBy" | "approvedBy">,
): Promise<TermsRow> {
  await lockTerms(tx);
  // Read again: the rules of the validator may be stricter than when it was asked for.
  const fault = faultOf(terms);
  if (fault) fail(validationFailed, { errors: { terms: [fault] } });
  const all = await readTerms(tx);
  const now = new Date(host.clock.now());
  const row = { ...by, number: all.length, fromDay: dayOf(now.getTime()) + 1, terms, publishedAt: now };
  await insertTerms(tx, row);
  return row;
}
