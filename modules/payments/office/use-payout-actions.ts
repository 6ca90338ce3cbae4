import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import type { BulkAction } from "#modules/operators/office/list/bulk-run.ts";
import { money } from "#modules/operators/office/parts/figures.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import { approvePayout, declinePayout, type PayoutRowView } from "#modules/payments/office/contract.ts";
import { sumsOf } from "./sums-of.ts";

export function waitsForApproval({ status, approvals_needed, approved_at }: PayoutRowView): boolean {
  return status === 1 && approvals_needed > 0 && approved_at === null;
}

/** Decisions on several payouts. Those that take two people are approved one by one, on purpose. */
export function usePayoutActions(): readonly BulkAction<PayoutRowView>[] {
  const { t } = useTranslation("office");
  const { may } = useSession();
  if (!may("payouts.approve")) return [];
  const preview = (rows: readonly PayoutRowView[]) =>
    sumsOf(rows).map(([currency, sum]) => t("payouts.bulk.sum", { currency, sum: money(sum, currency) }));
  return [
    {
      id: "approve",
      label: t("payouts.approve"),
      refusal: payout => {
        if (!waitsForApproval(payout)) return t("payouts.bulk.not_waiting");
        if (payout.claim && !payout.claim.own) return t("payouts.bulk.claimed", { name: payout.claim.name });
        if (payout.question?.open) return t("payouts.bulk.asked");
        if (payout.approved_by_me) return t("payouts.bulk.mine");
        return payout.approvals_needed > 1 ? t("payouts.bulk.two_people") : undefined;
      },
      preview,
      run: ({ id }) => call(approvePayout, { params: { id } }),
    },
    {
      id: "decline",
      label: t("payouts.decline"),
      dangerous: true,
      asksReason: true,
      refusal: payout => {
        if (!waitsForApproval(payout)) return t("payouts.bulk.not_waiting");
        return payout.claim && !payout.claim.own ? t("payouts.bulk.claimed", { name: payout.claim.name }) : undefined;
      },
      preview,
      run: ({ id }, reason) => call(declinePayout, { params: { id }, body: { reason } }),
    },
  ];
}
