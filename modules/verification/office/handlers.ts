import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import { pageFrom } from "#kit/contract/page-of.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { parseUuid, type Uuid } from "#kit/std/brand.ts";
import { idOf, namesOf, playerOf } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import { rowsOf } from "#modules/operators/office/fields.ts";
import { riskStore } from "#modules/risk/server/index.ts";
import type { CaseClaim, Verification } from "../server/index.ts";
import * as contract from "./contract.ts";
import { type OverruleNeeds, overruleHandler, requireChecks } from "./overrule-handlers.ts";

const most = 100;

interface Needs extends OverruleNeeds {
  readonly review: Verification["review"];
}

/** Identity checks: opening documents and deciding cases, each with a reason in the audit log. */
export function identityHandlers(needs: Needs): readonly Handler[] {
  const { host, review } = needs;
  return [
    handle(contract.readCases, async ({ operator }) => {
      const cases = await review.cases(most);
      const players = cases.map(({ playerId }) => playerId);
      const [named, claims, levels, risk] = await Promise.all([
        namesOf(needs, players),
        review.claimsOf(players),
        review.levelsOf(players),
        operator.permissions.has("risk.read") ? riskStore.scoresOf(host.db, players) : undefined,
      ]);
      return {
        data: cases.map(({ playerId, status, reason, ageInDoubt, verdict, submittedAt, decidedAt }) => ({
          player: named(playerId),
          claim: claimView(claims.get(playerId), operator.id),
          status,
          reason,
          age_in_doubt: ageInDoubt,
          level: levels.get(playerId) ?? 0,
          verdict,
          risk: risk ? (risk.get(playerId) ?? 0) : null,
          submitted_at: submittedAt?.toISOString() ?? null,
          decided_at: decidedAt?.toISOString() ?? null,
        })),
      };
    }),
    handle(contract.readCheckWebhooks, async ({ input: { query } }) => {
      const limit = rowsOf(query);
      const before = query.cursor === undefined ? null : (parseUuid(query.cursor) ?? refuseCursor());
      const rows = await review.webhooks({ result: query.result ?? null, before }, limit + 1);
      const views = rows.map(({ receivedAt, eventId, ...row }) => ({
        ...row,
        received_at: receivedAt.toISOString(),
        event_id: eventId,
      }));
      return { data: pageFrom(views, limit, ({ id }) => id) };
    }),
    handle(contract.readCase, async ({ operator, input }) => {
      const id = playerOf(input.params.id);
      const { status, reason, documents } = await review.of(id);
      const { dates, inDoubt } = await review.datesOf(id);
      if (documents.length === 0 && !inDoubt) fail(notFound);
      const [named, claims, decisions] = await Promise.all([
        namesOf(needs, [id]),
        review.claimsOf([id]),
        review.decisions(id),
      ]);
      const about = {
        claim: claimView(claims.get(id), operator.id),
        birth_dates: [...dates],
        age_in_doubt: inDoubt,
        company_decision: await review.providerDecision(id),
        decisions: decisions.map(({ at, decision, by, operatorName, askedByName }) => ({
          at: at.toISOString(),
          decision,
          by,
          operator: operatorName,
          asked_by: askedByName,
        })),
      };
      return { data: { player: named(id), status, reason, ...about, documents } };
    }),
    act(host, contract.openDocument, async (tx, { input: { params, body } }) => {
      const player = playerOf(params.id);
      const found = (await review.open(tx, player, idOf(params.document))) ?? fail(notFound);
      return {
        answer: { data: { type: found.type, content: Buffer.from(found.bytes).toString("base64") } },
        auditAction: {
          action: "kyc.open_document",
          subject: `player:${player}`,
          reason: body.reason,
          after: { document: params.document, kind: found.kind },
        },
      };
    }),
    act(host, contract.claimCheck, async (tx, { operator, input: { params } }) => {
      const player = playerOf(params.id);
      const { until } = await review.claim(tx, player, operator);
      return {
        answer: { data: { until: until.toISOString() } },
        auditAction: { action: "kyc.claim", subject: `player:${player}` },
      };
    }),
    act(host, contract.decideCase, async (tx, { operator, input: { params, body } }) => {
      const player = playerOf(params.id);
      await review.requireUnclaimed(tx, player, operator);
      const { decision, why = null, birth_date = null, checks = [] } = body;
      const { before, isAgeProved } = await review.decide(tx, player, decision, why, birth_date, operator);
      if (decision === "approved") requireChecks(await review.documentKinds(tx, player), checks);
      return {
        answer: undefined,
        auditAction: {
          action: "kyc.decide",
          subject: `player:${player}`,
          reason: body.reason,
          before: { status: before },
          after: { decision, why, ...(checks.length > 0 && { checks }), ...(isAgeProved && { age_proved: true }) },
        },
      };
    }),
    overruleHandler(needs),
  ];
}

function claimView(claim: CaseClaim | undefined, caller: Uuid) {
  return claim ? { name: claim.name, own: claim.operator === caller, until: claim.until.toISOString() } : null;
}

function refuseCursor(): never {
  return fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
}
