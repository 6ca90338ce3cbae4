import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { act } from "#modules/audit/server/index.ts";
import * as contract from "../shared/contract.ts";
import { idOf, namesOf, type OfficeNeeds, playerOf } from "./needs.ts";

const most = 100;

/** What players wait for: identity checks, answers of support, the club. */
export function queueHandlers(needs: OfficeNeeds): readonly Handler[] {
  return [...identityHandlers(needs), ...inboxHandlers(needs), countHandler(needs)];
}

function identityHandlers(needs: OfficeNeeds): readonly Handler[] {
  const { host, review } = needs;
  return [
    handle(contract.readCases, async () => {
      const cases = await review.cases(most);
      const named = await namesOf(
        needs,
        cases.map(({ player_id }) => player_id),
      );
      return {
        data: cases.map(({ player_id, status, reason, age_in_doubt, submitted_at, decided_at }) => ({
          ...{ player: named(player_id), status, reason, age_in_doubt },
          submitted_at: submitted_at?.toISOString() ?? null,
          decided_at: decided_at?.toISOString() ?? null,
        })),
      };
    }),
    handle(contract.readCase, async ({ input }) => {
      const id = playerOf(input.params.id);
      const { status, reason, documents } = await review.of(id);
      const { dates, inDoubt } = await review.datesOf(id);
      if (documents.length === 0 && !inDoubt) fail(notFound);
      const named = await namesOf(needs, [id]);
      const about = {
        birth_dates: [...dates],
        age_in_doubt: inDoubt,
        company_decision: await review.companyDecision(id),
      };
      return { data: { player: named(id), status, reason, ...about, documents } };
    }),
    act(host, contract.openDocument, async (tx, { input: { params, body } }) => {
      const player = playerOf(params.id);
      const found = (await review.open(tx, player, idOf(params.document))) ?? fail(notFound);
      return {
        answer: { data: { type: found.type, content: Buffer.from(found.bytes).toString("base64") } },
        deed: {
          ...{ action: "kyc.open_document", subject: `player:${player}`, reason: body.reason },
          after: { document: params.document, kind: found.kind },
        },
      };
    }),
    act(host, contract.decideCase, async (tx, { input: { params, body } }) => {
      const player = playerOf(params.id);
      const { decision, why = null, birth_date = null } = body;
      const { before, isAgeProved } = await review.decide(tx, player, decision, why, birth_date);
      return {
        answer: undefined,
        deed: {
          ...{ action: "kyc.decide", subject: `player:${player}`, reason: body.reason },
          ...{ before: { status: before }, after: { decision, why, ...(isAgeProved && { age_proved: true }) } },
        },
      };
    }),
  ];
}

function inboxHandlers(needs: OfficeNeeds): readonly Handler[] {
  const { host, support, vip } = needs;
  return [
    handle(contract.readInbox, async () => {
      const rows = await support.inbox(most);
      const named = await namesOf(
        needs,
        rows.flatMap(({ player_id }) => player_id ?? []),
      );
      return {
        data: rows.map(({ id, player_id, email, locale, page, text, written_at, answer, answered_at }) => ({
          ...{ id, player: player_id && named(player_id), by_mail: email !== null, locale, page, text, answer },
          ...{ written_at: written_at.toISOString(), answered_at: answered_at?.toISOString() ?? null },
        })),
      };
    }),
    act(host, contract.answerMessage, async (tx, { input: { params, body } }) => {
      const id = idOf(params.id);
      if (!(await support.answer(tx, id, body.text.trim()))) fail(notFound);
      return { answer: undefined, deed: { action: "support.answer", subject: `message:${id}` } };
    }),
    handle(contract.readVipRequests, async () => {
      const rows = await vip.requests(most);
      const named = await namesOf(
        needs,
        rows.map(({ player_id }) => player_id as PlayerId),
      );
      return {
        data: rows.map(({ id, player_id, request_type, status, created_at, answered_at }) => ({
          ...{ id, player: named(player_id), request_type, status, created_at: created_at.toISOString() },
          answered_at: answered_at?.toISOString() ?? null,
        })),
      };
    }),
    act(host, contract.answerVipRequest, async (tx, { input: { params, body } }) => {
      const status = body.accept ? "accepted" : "declined";
      const answered = (await vip.answer(tx, idOf(params.id), status)) ?? fail(notFound);
      return {
        answer: undefined,
        deed: {
          ...{ action: "vip.answer", subject: `player:${answered.player_id}`, reason: body.reason },
          ...{ before: { status: "open" }, after: { status, request: answered.request_type } },
        },
      };
    }),
  ];
}

/** The numbers beside the rooms; of those only that the caller may enter. */
function countHandler({
  payments,
  review,
  corrections,
  approvals,
  coins,
  support,
  vip,
  moderation,
}: OfficeNeeds): Handler {
  const queues = {
    kyc: { permission: "kyc.read", count: review.underWay },
    payouts: { permission: "payouts.read", count: payments.desk.waitingPayouts },
    corrections: { permission: "corrections.read", count: corrections.waiting },
    approvals: { permission: "approvals.read", count: approvals.waiting },
    support: { permission: "support.read", count: support.waiting },
    vip: { permission: "vip.read", count: vip.waiting },
    moderation: { permission: "moderation.read", count: moderation.waiting },
    coins: { permission: "payments.read", count: async () => (await coins.alarms(true, most)).length },
  } as const;
  return handle(contract.readQueues, async ({ operator }) => {
    const open = Object.entries(queues).filter(([, { permission }]) => operator.permissions.has(permission));
    return {
      data: Object.fromEntries(
        await Promise.all(open.map(async ([name, { count }]) => [name, await count(operator.permissions)])),
      ),
    };
  });
}
