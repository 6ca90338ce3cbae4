import { useTranslation } from "#kit/web/texts.tsx";
import { ether, Short } from "#modules/operators/office/parts/figures.tsx";
import type { PayoutRowView } from "#modules/payments/office/contract.ts";

/** What a payout is paid by; one in coins also says its transaction and what the network took for it. */
export function PaidBy({ payout: { label, mined } }: { payout: PayoutRowView }) {
  const { t } = useTranslation("office");
  if (!mined) return <>{label}</>;
  return (
    <span className="paid-by">
      {label}
      <span className="muted sm">
        <Short of={mined.tx_hash} /> · <span className="nowrap">{t("payouts.fee", { fee: ether(mined.fee) })}</span>
      </span>
    </span>
  );
}
