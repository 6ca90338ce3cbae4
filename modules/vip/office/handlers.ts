import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type Accounts, idOf, namesOf } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import { percentOf, type TermsRow, type Vip } from "#modules/vip/server/index.ts";
import { shareOfLoss } from "#modules/vip/shared/terms.ts";
import * as contract from "./contract.ts";

const most = 100;

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly vip: Pick<Vip, "requests" | "answer" | "terms">;
}

/** Requests to the VIP club. */
export function vipHandlers(needs: Needs): readonly Handler[] {
  const { host, vip } = needs;
  return [
    handle(contract.readVipRequests, async () => {
      const rows = await vip.requests(most);
      const named = await namesOf(
        needs,
        rows.map(({ playerId }) => playerId as PlayerId),
      );
      return {
        data: rows.map(({ id, playerId, requestType, status, createdAt, answeredAt, answeredBy }) => ({
          id,
          player: named(playerId),
          request_type: requestType,
          status,
          created_at: createdAt.toISOString(),
          answered_at: answeredAt?.toISOString() ?? null,
          answered_by: answeredBy,
        })),
      };
    }),
    act(host, contract.answerVipRequest, async (tx, { operator, input: { params, body } }) => {
      const status = body.accept ? "accepted" : "declined";
      const by = { id: operator.id, name: operator.name };
      const answering = { id: idOf(params.id), accept: body.accept, texts: body.answer, by };
      const answered = (await vip.answer(tx, answering)) ?? fail(notFound);
      return {
        answer: undefined,
        auditAction: {
          action: "vip.answer",
          subject: `player:${answered.playerId}`,
          reason: body.reason,
          before: { status: "open" },
          after: { status, request: answered.requestType, answer: body.answer.en },
        },
      };
    }),
    handle(contract.readVipTerms, async () => ({ data: termsViews(await vip.terms.all(), host.clock.now()) })),
    act(host, contract.draftVipTerms, async (tx, { operator, input: { body } }) => {
      const drafted = await vip.terms.draft(tx, body.terms, body.reason, operator);
      if (drafted.kind === "asked") {
        const { id, isNew } = drafted.request;
        const after = { kind: "vip.terms", subject: "vip:terms", terms: JSON.stringify(body.terms) };
        return {
          answer: { data: { request: id, from: null } },
          auditAction: isNew ? { action: "approval.ask", subject: `request:${id}`, reason: body.reason, after } : null,
        };
      }
      const { number, fromDay } = drafted.row;
      return {
        answer: { data: { request: null, from: dateOf(fromDay) } },
        auditAction: {
          action: "vip.terms",
          subject: `vip:terms-${number + 1}`,
          reason: body.reason,
          after: { terms: JSON.stringify(body.terms) },
        },
      };
    }),
  ];
}

const dayMs = 86_400_000;
const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

function termsViews(all: readonly TermsRow[], nowMs: number): contract.VipTermsVersion[] {
  const today = Math.floor(nowMs / dayMs);
  const inForce = all.findLast(({ fromDay }) => fromDay <= today)?.number;
  return all.toReversed().map(({ number, fromDay, terms, askedBy, approvedBy, reason }) => ({
    version: number + 1,
    from: dateOf(fromDay),
    state: number === inForce ? "in_force" : fromDay > today ? "upcoming" : "past",
    terms: { ...terms, levels: terms.levels.map(level => ({ ...level })) },
    shares: terms.levels.map((_, index) => percentOf(shareOfLoss(terms, index))),
    asked_by: askedBy,
    approved_by: approvedBy,
    reason,
  }));
}
