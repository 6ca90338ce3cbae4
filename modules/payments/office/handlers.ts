import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { pageFrom } from "#kit/contract/page-of.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle, type Operator } from "#kit/http/handler.ts";
import { formatAmount, micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { type Accounts, idOf, type NamedPlayer, namesOf, playerOf } from "#modules/accounts/server/index.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import { type Audit, act, requestAction } from "#modules/audit/server/index.ts";
import type { CoinOffice } from "#modules/crypto/server/index.ts";
import { rowsOf } from "#modules/operators/office/fields.ts";
import type { Approvers } from "#modules/operators/server/index.ts";
import {
  askLooserRule,
  askRefund,
  isLooser,
  methodName,
  type Payments,
  type PayoutToApprove,
  ruleView,
  type SeenInvoice,
  type Timeline,
} from "#modules/payments/server/index.ts";
import { cascadeHandlers } from "./cascade-handlers.ts";
import * as contract from "./contract.ts";
import { type FigurePeriod, readPaymentFigures } from "./figures-contract.ts";
import { cursorOf, payoutViews } from "./handler-views.ts";
import { quarantineHandlers } from "./quarantine-handlers.ts";
import { refundPayment } from "./refund-contract.ts";
import { webhookHandlers } from "./webhook-handlers.ts";

const dayMs = 86_400_000;
const periodMs: Readonly<Record<FigurePeriod, number>> = { "5m": 300_000, "1h": 3_600_000, "24h": dayMs };
/** Decisions about a player that keep their operator from approving the player's payouts, and for how long. */
const decisions = ["kyc.decide", "betting.factor", "player.limit_set", "player.limit_loosen"];
const decidedMs = 7 * dayMs;

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly payments: Pick<Payments, "office">;
  readonly coins: Pick<CoinOffice, "mined">;
  readonly approvers: Pick<Approvers, "check">;
  readonly approvals: Pick<Approvals, "ask">;
  readonly audit: Pick<Audit, "actorsOf">;
}

/** Deposits, deposit methods, and payouts that wait for approval. */
export function paymentHandlers(needs: Needs): readonly Handler[] {
  const { host } = needs;
  const { office } = needs.payments;
  return [
    ...webhookHandlers(needs),
    handle(readPaymentFigures, async ({ input: { query } }) => {
      const { period = "1h" } = query;
      const now = host.clock.now();
      const { methods, declines, calls } = await office.figures(new Date(now - periodMs[period]));
      const view = methods.map(row => ({
        method: row.method,
        name: methodName(row.method),
        provider: row.provider,
        started: row.started,
        paid: row.paid,
        open: row.open,
        declined: row.declined,
        expired: row.expired,
        canceled: row.canceled,
        conversion: row.started === row.open ? null : row.paid / (row.started - row.open),
        median_seconds: row.medianSeconds,
        p95_seconds: row.p95Seconds,
      }));
      return {
        data: {
          at: new Date(now).toISOString(),
          period,
          methods: view,
          declines: declines.map(row => ({ provider: row.provider, code: row.code, count: row.count })),
          calls: calls.map(({ medianMs, p95Ms, provider, received, failed }) => ({
            provider,
            received,
            failed,
            median_ms: medianMs,
            p95_ms: p95Ms,
          })),
        },
      };
    }),
    handle(contract.readPayouts, async ({ operator, input: { query } }) => {
      const limit = rowsOf(query);
      const rows = await office.payouts({
        queue: query.player === undefined ? (query.which ?? "waiting") : "all",
        after: cursorOf(query.cursor),
        limit: limit + 1,
        ...(query.player !== undefined && { player: playerOf(query.player) }),
      });
      const { items, next_cursor } = pageFrom(rows, limit, ({ id }) => id);
      return { data: { items: await payoutViews(needs, items, operator), next_cursor } };
    }),
    act(host, contract.approvePayout, async (tx, { operator, input }) => {
      const id = idOf(input.params.id);
      const decider = { id: operator.id, name: operator.name, count: approvalsThatCount(needs, tx, id, operator) };
      const { payout, approvals, released } = await office.approve(tx, id, decider);
      const facts = { amount: formatAmount(payout.amount), currency: payout.currency, player: payout.playerId };
      return {
        answer: { data: { approvals, needed: payout.approvalsNeeded, released } },
        auditAction: {
          action: "payout.approve",
          subject: `payout:${id}`,
          before: { approvals: approvals - 1 },
          after: { ...facts, approvals, needed: payout.approvalsNeeded, released },
        },
      };
    }),
    act(host, contract.claimPayout, async (tx, { operator, input }) => {
      const id = idOf(input.params.id);
      const { until } = await office.claim(tx, id, operator);
      return {
        answer: { data: { until: until.toISOString() } },
        auditAction: { action: "payout.claim", subject: `payout:${id}` },
      };
    }),
    act(host, contract.askAboutPayout, async (tx, { operator, input: { params, body } }) => {
      const id = idOf(params.id);
      const { topic, until } = await office.ask(tx, id, body.topic, operator);
      return {
        answer: { data: { until: until.toISOString() } },
        auditAction: {
          action: "payout.ask",
          subject: `payout:${id}`,
          reason: body.reason,
          after: { topic, until: until.toISOString() },
        },
      };
    }),
    act(host, contract.declinePayout, async (tx, { operator, input }) => {
      const id = idOf(input.params.id);
      const { amount, currency, playerId } = await office.decline(tx, id, operator);
      return {
        answer: undefined,
        auditAction: {
          action: "payout.decline",
          subject: `payout:${id}`,
          reason: input.body.reason,
          before: { status: "pending" },
          after: { status: "declined", amount: formatAmount(amount), currency, player: playerId },
        },
      };
    }),
    handle(contract.readDeposits, async ({ input: { query } }) => {
      const limit = rowsOf(query);
      const player = query.player === undefined ? null : playerOf(query.player);
      const rows = await office.deposits({ player, before: cursorOf(query.cursor), limit: limit + 1 });
      const { items, next_cursor } = pageFrom(rows, limit, ({ id }) => id);
      const named = await namesOf(
        needs,
        items.map(row => row.playerId),
      );
      return { data: { items: items.map(row => depositView(row, named(row.playerId))), next_cursor } };
    }),
    handle(contract.readPayout, async ({ operator, input }) => {
      const found = (await office.payoutTimeline(idOf(input.params.id))) ?? fail(notFound);
      const { payout, provider, timeline } = found;
      const [view = fail(notFound)] = await payoutViews(needs, [payout], operator);
      const doubted = (await office.doubtedRounds(payout.id)).map(each => ({ ...each, found: [...each.found] }));
      return { data: { payout: view, provider, doubted, ...timelineView(timeline) } };
    }),
    handle(contract.readDeposit, async ({ input }) => {
      const found = (await office.depositTimeline(idOf(input.params.id))) ?? fail(notFound);
      const { id, player, provider, providerHash, method, currency, amount, credited, held, status } = found.deposit;
      const [named, payments] = [await namesOf(needs, [player]), await office.refunds.paymentsOf(id)];
      return {
        data: {
          id,
          player: named(player),
          provider,
          provider_reference: providerHash,
          method,
          method_name: methodName(method),
          currency,
          amount: formatAmount(amount),
          credited: formatAmount(credited),
          held: formatAmount(held),
          status,
          payments: payments.map(payment => ({
            id: payment.id,
            payment_id: payment.paymentId,
            credited: formatAmount(payment.credited),
            refunded: formatAmount(payment.refunded),
            left: formatAmount(payment.left),
            recalled: payment.isRecalled,
          })),
          ...timelineView(found.timeline),
        },
      };
    }),
    handle(contract.readMethods, async () => ({
      data: (await office.methods()).map(method => ({
        hash: method.hash,
        name: methodName(method.hash),
        provider: method.provider,
        on: method.on,
        limits: [...method.limits].map(([currency, { min, usual, max }]) => ({ currency, min, usual, max })),
      })),
    })),
    act(host, contract.switchMethod, async (tx, { input: { params, body } }) => {
      const changed = await office.switchMethod(tx, params.hash, body.on);
      const auditAction = { action: "method.switch", subject: `method:${params.hash}`, reason: body.reason };
      return {
        answer: undefined,
        auditAction: changed ? { ...auditAction, before: { on: !body.on }, after: { on: body.on } } : null,
      };
    }),
    ...cascadeHandlers(needs),
    ...quarantineHandlers(needs),
    act(host, refundPayment, async (tx, { operator, input: { params, body } }) => {
      const { reason } = body;
      const order = { receipt: idOf(params.id), amount: micros(parseDecimal(body.amount)), reason };
      const refunds = { approvals: needs.approvals, refunds: office.refunds };
      const { id, isNew, payment } = await askRefund(refunds, tx, order, operator);
      const facts = { payment: payment.id, deposit: payment.invoiceId, amount: formatAmount(order.amount) };
      const after = Object.assign({ kind: "deposit.refund", currency: payment.currency }, facts);
      return {
        answer: { data: { request: id } },
        auditAction: requestAction({ id, isNew }, reason, after),
      };
    }),
    ...ruleHandlers(needs),
  ];
}

/** Whether an approval counts after the earlier ones of the same payout, by the rules of all approvals. */
function approvalsThatCount({ host, approvers, people, audit }: Needs, tx: Tx, id: Uuid, approver: Operator) {
  return async (payout: PayoutToApprove, earlier: readonly Uuid[]): Promise<number> => {
    const since = payout.createdAt.getTime() - dayMs;
    const sessions = await people.sessions(payout.playerId, tx);
    const decidedSince = new Date(host.clock.now() - decidedMs);
    const decidedBy = await audit.actorsOf(tx, `player:${payout.playerId}`, decisions, decidedSince);
    return approvers.check(tx, {
      subject: `payout:${id}`,
      approver: approver.id,
      permission: "payouts.approve",
      askedBy: null,
      askedAt: payout.createdAt,
      earlier,
      decidedBy,
      playerAddresses: sessions.filter(({ seenAt }) => seenAt.getTime() >= since).map(({ ip }) => ip),
    });
  };
}

/** Limits of methods and thresholds of payouts, set by operators. */
function ruleHandlers({ host, approvals, payments: { office } }: Needs): readonly Handler[] {
  return [
    act(host, contract.setMethodLimits, async (tx, { input: { params, body } }) => {
      const { min, usual, max, reason } = body;
      const currency = body.currency as Currency;
      const before = await office.setLimits(tx, params.hash, currency, { min, usual, max });
      const auditAction = { action: "method.limits", subject: `method:${params.hash}`, reason };
      return {
        answer: undefined,
        auditAction: { ...auditAction, before: { currency, ...before }, after: { currency, min, usual, max } },
      };
    }),
    handle(contract.readApprovalRules, async () => ({
      data: [...(await office.approvalRules())].map(([currency, rule]) => ({ currency, ...ruleView(rule) })),
    })),
    act(host, contract.setApprovalRule, async (tx, call) => {
      const { params, body } = call.input;
      const { automatic, automatic_day: automaticDay, one_person: onePerson, reason } = body;
      const rule = { automatic, automaticDay, onePerson };
      const currency = params.currency as Currency;
      if (isLooser(await office.checkedRule(tx, currency, rule), rule)) {
        const { id, isNew } = await askLooserRule(approvals, tx, currency, rule, reason, call.operator);
        call.setStatus(202);
        const after = { kind: "payout.rule_loosen", subject: `currency:${currency}`, payload: ruleView(rule) };
        return {
          answer: { data: { request: id } },
          auditAction: requestAction({ id, isNew }, reason, after),
        };
      }
      const before = await office.setApprovalRule(tx, currency, rule);
      return {
        answer: { data: { request: null } },
        auditAction: {
          action: "payout.rule",
          subject: `currency:${currency}`,
          reason,
          before: ruleView(before),
          after: ruleView(rule),
        },
      };
    }),
  ];
}

function timelineView({ steps, next }: Timeline): contract.TimelineView {
  return {
    steps: steps.map(({ at, kind, by, action, outcome, amount, times, lastAt }) => ({
      at: at.toISOString(),
      kind,
      by: by ?? null,
      action: action ?? null,
      outcome: outcome ?? null,
      amount: amount === undefined ? null : formatAmount(amount),
      times: times ?? 1,
      last_at: lastAt?.toISOString() ?? null,
    })),
    next: next.map(({ what, at }) => ({ what, at: at?.toISOString() ?? null })),
  };
}

function depositView(row: SeenInvoice, player: NamedPlayer): contract.DepositRowView {
  const { id, method, currency, status } = row;
  return {
    id,
    player,
    method,
    method_name: methodName(method),
    currency,
    amount: formatAmount(row.amount),
    credited: formatAmount(row.credited),
    held: formatAmount(row.held),
    status,
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}
