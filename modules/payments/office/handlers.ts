import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import { type Audit, act, requestAction } from "#modules/audit/server/index.ts";
import type { CoinOffice } from "#modules/crypto/server/index.ts";
import type { Approvers } from "#modules/operators/server/index.ts";
import { askLooserRule, isLooser, methodName, type Payments, ruleView } from "#modules/payments/server/index.ts";
import { cascadeHandlers } from "./cascade-handlers.ts";
import * as contract from "./contract.ts";
import { depositHandlers } from "./deposit-handlers.ts";
import { type FigurePeriod, readPaymentFigures } from "./figures-contract.ts";
import { payoutHandlers } from "./payout-handlers.ts";
import { quarantineHandlers } from "./quarantine-handlers.ts";
import { webhookHandlers } from "./webhook-handlers.ts";

const periodMs: Readonly<Record<FigurePeriod, number>> = { "5m": 300_000, "1h": 3_600_000, "24h": 86_400_000 };

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly payments: Pick<Payments, "office">;
  readonly coins: Pick<CoinOffice, "mined">;
  readonly approvers: Pick<Approvers, "check">;
  readonly approvals: Pick<Approvals, "ask">;
  readonly audit: Pick<Audit, "actorsOf">;
}

/** Payments of the back office: payouts, deposits, their figures, methods and rules. */
export function paymentHandlers(needs: Needs): readonly Handler[] {
  const { host } = needs;
  const { office } = needs.payments;
  return [
    ...webhookHandlers(needs),
    ...payoutHandlers(needs),
    ...depositHandlers(needs),
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
    ...ruleHandlers(needs),
  ];
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
