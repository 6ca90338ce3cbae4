import { useTranslation } from "#kit/web/texts.tsx";
import { Tag } from "#modules/operators/office/parts/office-page.tsx";
import type { PayoutRowView } from "#modules/payments/office/contract.ts";

const names = { 1: "pending", 2: "processing", 3: "paid", 5: "declined", 6: "cancelled" } as const;

/** The state of a payout for this operator: waiting for them, for another operator, or for no approval. */
export function PayoutState({ payout }: { payout: PayoutRowView }) {
  const { t } = useTranslation("office");
  const { status, approvals_needed, approved_at, approvals, approved_by_me } = payout;
  const waits = status === 1 && approvals_needed > 0 && approved_at === null;
  if (waits && payout.question?.open) return <Tag tone="info">{t("payouts.asked")}</Tag>;
  if (waits && approved_by_me) return <Tag tone="info">{t("payouts.needs_other")}</Tag>;
  if (waits) return <Tag tone="wait">{t("payouts.needs_you", { have: approvals.length, need: approvals_needed })}</Tag>;
  const name = names[status as keyof typeof names] ?? "pending";
  return (
    <Tag tone={name === "paid" ? "good" : name === "declined" || name === "cancelled" ? "plain" : "info"}>
      {t(`payouts.${name}`)}
    </Tag>
  );
}
