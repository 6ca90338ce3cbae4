import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { Handler } from "#kit/http/handler.ts";
import { required } from "#kit/std/invariant.ts";
import { type Accounts, playerOf } from "#modules/accounts/server/index.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import { requestStale } from "#modules/approvals/shared/errors.ts";
import { type Audit, act, requestAction } from "#modules/audit/server/index.ts";
import type { Verification } from "../server/index.ts";
import { type Check, checklistOf, checks } from "../shared/checklist.ts";
import type { DocumentKind } from "../shared/contract.ts";
import { decisions } from "../shared/status.ts";
import * as contract from "./contract.ts";

export interface OverruleNeeds {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly review: Pick<Verification["review"], "overrule" | "documentKinds">;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
}

const kind = "verification.overrule";
const payloadOf = z.object({
  player: z.string(),
  former: z.enum(decisions),
  decision: z.enum(decisions),
  player_reason: z.nullable(z.enum(contract.whys)),
  checks: z.array(z.enum(checks)),
  case_version: z.string(),
});

/** A decided identity check is decided otherwise by two operators; the second one has not decided on it. */
export function overruleHandler(needs: OverruleNeeds): Handler {
  const { host, people, review, approvals } = needs;
  registerOverruling(needs);
  return act(host, contract.overruleCase, async (tx, { operator, input: { params, body } }) => {
    const player = playerOf(params.id);
    const { name } = (await people.of([player], tx)).get(player) ?? fail(notFound);
    const { decision, why = null, checks: confirmed = [], reason } = body;
    const former = await review.overrule.check(tx, player, { decision, why });
    if (decision === "approved") requireChecks(await review.documentKinds(tx, player), confirmed);
    const seen = await review.overrule.versionOf(tx, player);
    const payload = { player, name, former, decision, player_reason: why, checks: confirmed, case_version: seen };
    const asked = { kind, subject: `player:${player}`, payload, reason };
    const { id, expiresAt, isNew } = await approvals.ask(tx, asked, operator);
    return {
      answer: { data: { request: id, expires_at: expiresAt.toISOString() } },
      auditAction: requestAction({ id, isNew }, reason, asked),
    };
  });
}

function registerOverruling({ review, approvals, audit }: OverruleNeeds): void {
  approvals.register({
    kind,
    permission: "kyc.decide",
    reads: "kyc.read",
    needs: 1,
    versionOf: (on, request) => review.overrule.versionOf(on, playerOf(z.parse(payloadOf, request.payload).player)),
    async run(tx, request, by) {
      const {
        player: named,
        former,
        decision,
        player_reason: why,
        checks: confirmed,
        case_version: seen,
      } = z.parse(payloadOf, request.payload);
      const player = playerOf(named);
      await review.overrule.lock(tx, player);
      // The case is locked only now: it may have changed since the version was read.
      if ((await review.overrule.versionOf(tx, player)) !== seen) fail(requestStale);
      const decider = {
        id: required(by.id, "approvals are by operators"),
        name: by.name,
        askedBy: { id: request.askedBy, name: request.askedName },
      };
      await review.overrule.run(tx, player, { decision, why }, decider);
      await audit.record(tx, by, {
        action: "kyc.overrule",
        subject: request.subject,
        reason: request.reason,
        before: { decision: former },
        after: {
          decision,
          why,
          ...(confirmed.length > 0 && { checks: confirmed }),
          request: request.id,
          asked_by: request.askedName,
        },
      });
    },
  });
}

/** An approval confirms everything on the checklist of the documents. Fails with `validation_failed`. */
export function requireChecks(kinds: readonly DocumentKind[], confirmed: readonly Check[]): void {
  if (checklistOf(kinds).some(check => !confirmed.includes(check)))
    fail(validationFailed, { errors: { checks: ["checks_incomplete"] } });
}
