import * as z from "zod/mini";
import { currencyField } from "#kit/contract/fields.ts";
import type { Tx } from "#kit/db/db.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { canonicalJson } from "#kit/std/json.ts";
import type { Approvals, AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import type { ApprovalRule } from "../shared/payouts.ts";
import type { PaymentOffice } from "./payment-office.ts";
import { approvalRuleNow } from "./rules-store.ts";

export const payoutRuleRequest = "payout.rule_loosen";

const payload = z.object({
  currency: currencyField,
  automatic: z.string(),
  automatic_day: z.string(),
  one_person: z.string(),
});

/** More is paid without approval, or by one approval, than before: requires a second owner. */
export function isLooser(before: ApprovalRule, after: ApprovalRule): boolean {
  const names = ["automatic", "automaticDay", "onePerson"] as const;
  return names.some(name => parseDecimal(after[name]) > parseDecimal(before[name]));
}

export function ruleView({ automatic, automaticDay, onePerson }: ApprovalRule) {
  return { automatic, automatic_day: automaticDay, one_person: onePerson };
}

export function registerPayoutRules({
  approvals,
  audit,
  office,
}: {
  readonly approvals: Pick<Approvals, "register">;
  readonly audit: Pick<Audit, "record">;
  readonly office: Pick<PaymentOffice, "setApprovalRule">;
}): void {
  approvals.register({
    kind: payoutRuleRequest,
    permission: "rules.write",
    reads: "payouts.read",
    needs: 1,
    versionOf: async (db, request) => {
      const { currency } = z.parse(payload, request.payload);
      return canonicalJson(ruleView(await approvalRuleNow(db, currency as Currency)));
    },
    async run(tx, request, by) {
      const {
        currency,
        automatic,
        automatic_day: automaticDay,
        one_person: onePerson,
      } = z.parse(payload, request.payload);
      const rule = { automatic, automaticDay, onePerson };
      const before = await office.setApprovalRule(tx, currency as Currency, rule);
      await audit.record(tx, by, {
        action: "payout.rule",
        subject: request.subject,
        reason: request.reason,
        before: ruleView(before),
        after: { ...ruleView(rule), request: request.id, asked_by: request.askedName },
      });
    },
  });
}

export function askLooserRule(
  approvals: Pick<Approvals, "ask">,
  tx: Tx,
  currency: Currency,
  rule: ApprovalRule,
  reason: string,
  by: Asker,
): Promise<AskedRequest> {
  const content = { subject: `currency:${currency}`, payload: { currency, ...ruleView(rule) }, reason };
  return approvals.ask(tx, { kind: payoutRuleRequest, ...content }, by);
}
