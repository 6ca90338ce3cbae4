import { useTranslation } from "#kit/web/texts.tsx";
import { ether, Short } from "#modules/operators/office/parts/figures.tsx";
import type { PayoutRowView } from "#modules/payments/office/contract.ts";

/** The payout method; a coin payout also shows its transaction and network fee. */
export function PaidBy({ payout: { label, mined } }: { payout: PayoutRowView }) {
  const { t } = useTranslation("office");
  if (!mined) return <>{label}</>;
  return (
    <span className="paid-by">
      {label}
      <span className="muted sm">
        <Short of={mined.tx_hash} />, <span className="nowrap">{t("payouts.fee", { fee: ether(mined.fee) })}</span>
      </span>
    </span>
  );
}
