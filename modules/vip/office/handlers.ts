import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type Accounts, idOf, namesOf } from "#modules/accounts/server/index.ts";
import { act, requestAction } from "#modules/audit/server/index.ts";
import type { Operators } from "#modules/operators/server/index.ts";
import { percentOf, type TermsRow, type Vip } from "#modules/vip/server/index.ts";
import { shareOfLoss } from "#modules/vip/shared/terms.ts";
import * as contract from "./contract.ts";

const most = 100;

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly vip: Pick<Vip, "requests" | "answer" | "terms" | "hosts">;
  readonly operators: Pick<Operators, "active">;
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
      const host = body.host === undefined ? undefined : await hostById(needs, tx, body.host);
      const answering = { id: idOf(params.id), accept: body.accept, texts: body.answer, by, host };
      const answered = (await vip.answer(tx, answering)) ?? fail(notFound);
      return {
        answer: undefined,
        auditAction: {
          action: "vip.answer",
          subject: `player:${answered.playerId}`,
          reason: body.reason,
          before: { status: "open" },
          after: {
            status,
            request: answered.requestType,
            answer: body.answer.en,
            ...(answered.requestType === "personal_host" && body.accept && { host: (host ?? by).name }),
          },
        },
      };
    }),
    handle(contract.readVipHosts, async () => {
      const rows = await vip.hosts.all();
      const operators = await mayBeHosts(needs, host.db);
      const named = await namesOf(
        needs,
        rows.map(({ playerId }) => playerId),
      );
      const active = new Set(operators.map(({ id }) => id));
      const hosted = rows.map(row => ({
        player: named(row.playerId),
        host: row.host,
        active: active.has(row.host.id),
      }));
      return { data: { hosted, operators: operators.map(({ id, name }) => ({ id, name })) } };
    }),
    act(host, contract.setVipHost, async (tx, { input: { params, body } }) => {
      const player = idOf(params.id) as string as PlayerId;
      const person = (await needs.people.of([player], tx)).get(player);
      if (!person || person.closedAt) fail(notFound);
      const to = body.host === null ? null : await hostById(needs, tx, body.host);
      const before = await vip.hosts.set(tx, player, to);
      return {
        answer: undefined,
        auditAction: {
          action: "vip.host",
          subject: `player:${player}`,
          reason: body.reason,
          before: { host: before?.name ?? null },
          after: { host: to?.name ?? null },
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
          auditAction: requestAction({ id, isNew }, body.reason, after),
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

/** Operators who work here and answer support. */
const mayBeHosts = async ({ operators }: Needs, on: Queryable) =>
  (await operators.active(on)).filter(({ permissions }) => permissions.has("support.answer"));

async function hostById(needs: Needs, tx: Tx, id: string): Promise<{ readonly id: Uuid; readonly name: string }> {
  const found = (await mayBeHosts(needs, tx)).find(each => each.id === id);
  return found ?? fail(validationFailed, { errors: { host: ["vip_host_invalid"] } });
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
