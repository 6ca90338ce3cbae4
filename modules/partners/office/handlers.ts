import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import { pageFrom } from "#kit/contract/page-of.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type PlayerId, parseUuid } from "#kit/std/brand.ts";
import { type Accounts, idOf, type NamedPlayer, namesOf } from "#modules/accounts/server/index.ts";
import { act, requestAction } from "#modules/audit/server/index.ts";
import { rowsOf } from "#modules/operators/office/fields.ts";
import type { AskedRequest } from "#modules/operators/server/index.ts";
import {
  type FlagRow,
  latestEvents,
  type PartnerRow,
  type Partners,
  sendAgain,
} from "#modules/partners/server/index.ts";
import { partnerStatuses } from "../shared/contract.ts";
import { postbackNotFailed } from "../shared/errors.ts";
import * as contract from "./contract.ts";

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly partners: Partners;
}

type Place = Parameters<Partners["list"]>[0]["after"];

const cursorOf = ({ status, appliedAt, id }: NonNullable<Place>): string => `${status}.${appliedAt.getTime()}.${id}`;

function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return null;
  const [status, at, given = ""] = cursor.split(".");
  const [known, id] = [partnerStatuses.find(each => each === status), parseUuid(given)];
  if (!known || !id || !/^\d{1,15}$/.test(at ?? "")) fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  return { status: known, appliedAt: new Date(Number(at)), id };
}

/** Affiliates: plans and payments take a second person, who approves the request. */
export function partnerHandlers(needs: Needs): readonly Handler[] {
  const { host, partners } = needs;
  return [
    ...postbackHandlers(needs),
    handle(contract.readPartners, async ({ input: { query } }) => {
      const limit = rowsOf(query);
      const found = await partners.list({ after: placeOf(query.cursor), limit: limit + 1 });
      const { items, next_cursor } = pageFrom(found, limit, cursorOf);
      const named = await namesOf(
        needs,
        items.map(({ playerId }) => playerId),
      );
      const flags = await partners.openFlags(items.map(({ id }) => id));
      const views = items.map(row => ({
        ...summaryOf(row),
        player: named(row.playerId),
        open_flags: flags.get(row.id) ?? 0,
      }));
      return { data: { items: views, next_cursor } };
    }),
    handle(contract.readPartner, async ({ input: { params } }) => {
      const file = (await partners.file(idOf(params.id))) ?? fail(notFound);
      const left = file.players.filter(({ excluded }) => excluded !== null);
      const named = await namesOf(needs, [
        file.partner.playerId,
        ...left.map(({ playerId }) => playerId),
        ...file.flags.flatMap(({ players }) => players),
      ]);
      return {
        data: {
          ...summaryOf(file.partner),
          player: named(file.partner.playerId),
          balance: formatAmount(file.balance),
          plans: file.plans.toReversed().map(({ number, fromMonth, plan, askedBy, approvedBy, reason }) => ({
            number,
            from: fromMonth,
            plan: { ...plan, tiers: plan.tiers.map(tier => ({ ...tier })) },
            asked_by: askedBy,
            approved_by: approvedBy,
            reason,
          })),
          statements: file.statements.map(({ month, content, hash, closedAt }) => ({
            content,
            hash: Buffer.from(hash).toString("hex"),
            closed_at: closedAt.toISOString(),
            same: !file.differing.includes(month),
          })),
          payouts: file.payouts.map(({ id, amount, destination, status, requestedAt, askedBy, decidedBy, note }) => ({
            id,
            amount: formatAmount(amount),
            destination,
            status,
            requested_at: requestedAt.toISOString(),
            asked_by: askedBy,
            decided_by: decidedBy,
            note,
          })),
          invited_by: file.invitedBy ? subView(file.invitedBy, file.partner.subExcluded) : null,
          sub_partners: file.subs.map(sub => subView(sub, sub.subExcluded)),
          flags: file.flags.map(flag => flagView(flag, named)),
          players: file.players.length,
          excluded: left.flatMap(({ playerId, excluded: why, excludedAt }) =>
            why && excludedAt ? [{ player: named(playerId), why, at: excludedAt.toISOString() }] : [],
          ),
        },
      };
    }),
    handle(contract.readAdNetworks, async () => {
      const [networks, log] = [await partners.networks.all(), await partners.networks.log()];
      return {
        data: {
          networks: networks.map(({ source, name, url, active, changedBy, changedAt }) => ({
            source,
            name,
            url,
            active,
            changed_by: changedBy,
            changed_at: changedAt.toISOString(),
          })),
          log: log.map(({ id, source, event, happenedAt, state, tries, outcome }) => ({
            event_id: id,
            source,
            event,
            happened_at: happenedAt.toISOString(),
            state,
            tries,
            outcome,
          })),
        },
      };
    }),
    act(host, contract.putAdNetwork, async (tx, { operator, input: { params, body } }) => {
      const { name, url, active, reason } = body;
      await partners.networks.put(tx, { source: params.source, name, url, active, changedBy: operator.name });
      const after = { name, url, active };
      return {
        answer: undefined,
        auditAction: { action: "partners.network", subject: `network:${params.source}`, reason, after },
      };
    }),
    act(host, contract.askPartnerPlan, async (tx, { operator, input: { params, body } }) => {
      const { plan, reason } = body;
      const request = await partners.askPlan(tx, { partner: idOf(params.id), plan, reason }, operator);
      return asked(request, reason, { kind: "partners.plan", subject: params.id, plan: JSON.stringify(plan) });
    }),
    act(host, contract.decidePartner, async (tx, { operator, input: { params, body } }) => {
      const { status, reason } = body;
      const { before } = await partners.decide(tx, idOf(params.id), { status, reason, by: operator.name });
      return {
        answer: undefined,
        auditAction: {
          action: "partners.status",
          subject: `partner:${before.code}`,
          reason,
          before: { status: before.status },
          after: { status },
        },
      };
    }),
    act(host, contract.decidePartnerFlag, async (tx, { operator, input: { params, body } }) => {
      const { state, reason } = body;
      const flag = await partners.decideFlag(tx, idOf(params.id), { state, reason, by: operator.name });
      return {
        answer: undefined,
        auditAction: {
          action: "partners.flag",
          subject: `partner_flag:${flag.id}`,
          reason,
          before: { state: "open", kind: flag.kind, players: flag.players.length, held: flag.held },
          after: { state },
        },
      };
    }),
    act(host, contract.payPartner, async (tx, { operator, input: { params, body } }) => {
      const { reference, reason } = body;
      const request = await partners.askPayment(tx, { payout: idOf(params.id), reference, reason }, operator);
      return asked(request, reason, { kind: "partners.payout", subject: params.id, reference });
    }),
    act(host, contract.declinePartnerPayout, async (tx, { operator, input: { params, body } }) => {
      const row = await partners.declinePayout(tx, idOf(params.id), { name: operator.name, note: body.reason });
      return {
        answer: undefined,
        auditAction: {
          action: "partners.payout_declined",
          subject: `partner_payout:${row.id}`,
          reason: body.reason,
          before: { status: "requested" },
          after: { status: "declined", amount: formatAmount(row.amount), currency: row.currency },
        },
      };
    }),
  ];
}

/** Events sent to networks; one that was given up is sent again. */
function postbackHandlers({ host, people }: Needs): readonly Handler[] {
  return [
    handle(contract.readPostbacks, async ({ input: { query } }) => {
      const limit = rowsOf(query);
      const before = query.cursor === undefined ? null : (parseUuid(query.cursor) ?? refuseCursor());
      const rows = await latestEvents(host.db, { state: query.state ?? null, before }, limit + 1);
      const named = await namesOf(
        { people },
        rows.map(({ playerId }) => playerId),
      );
      const views = rows.map(row => ({
        id: row.id,
        partner: row.partnerId,
        player: named(row.playerId),
        event: row.event,
        happened_at: row.happenedAt.toISOString(),
        state: row.state,
        host: row.url === null ? null : hostOf(row.url),
        tries: row.tries,
        outcome: row.outcome,
        next_at: row.nextAt?.toISOString() ?? null,
        ended_at: row.endedAt?.toISOString() ?? null,
      }));
      return { data: pageFrom(views, limit, ({ id }) => id) };
    }),
    act(host, contract.resendPostback, async (tx, { input: { params, body } }) => {
      if (!(await sendAgain(tx, idOf(params.id), new Date(host.clock.now())))) fail(postbackNotFailed);
      return {
        answer: undefined,
        auditAction: { action: "postback.resend", subject: `postback:${params.id}`, reason: body.reason },
      };
    }),
  ];
}

const hostOf = (url: string) => URL.parse(url)?.hostname ?? null;

function refuseCursor(): never {
  return fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
}

const subView = ({ id, code, status }: PartnerRow, excluded: PartnerRow["subExcluded"]) => ({
  id,
  code,
  status,
  excluded,
});

function summaryOf({ id, code, site, about, currency, status, appliedAt, decidedAt, decidedBy }: PartnerRow) {
  return {
    id,
    code,
    site,
    about,
    currency,
    status,
    applied_at: appliedAt.toISOString(),
    decided_at: decidedAt?.toISOString() ?? null,
    decided_by: decidedBy,
  };
}

function flagView(row: FlagRow, named: (id: PlayerId) => NamedPlayer): contract.FlagView {
  const { evidence } = row;
  const number = (name: string) => (typeof evidence[name] === "number" ? evidence[name] : null);
  const text = (name: string) => (typeof evidence[name] === "string" ? evidence[name] : null);
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    from: text("from"),
    before: number("before"),
    month: text("month"),
    depositors: number("depositors"),
    accounts: number("accounts"),
    players: row.players.map(named),
    held: row.held,
    raised_at: row.raisedAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_by: row.decidedBy,
    reason: row.reason,
  };
}

/** The same request again leaves no second entry. */
function asked({ id, isNew }: AskedRequest, reason: string, after: Record<string, string>) {
  return {
    answer: { data: { request: id } },
    auditAction: requestAction({ id, isNew }, reason, after),
  };
}
