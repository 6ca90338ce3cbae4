import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Moment, percent } from "#modules/operators/office/parts/figures.tsx";
import { Tag } from "#modules/operators/office/parts/office-page.tsx";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { claimPayout, type PayoutRowView } from "#modules/payments/office/contract.ts";

/** Other accounts that have used the same card or address. */
export function SharedWith({ count }: { readonly count: number }) {
  const { t } = useTranslation("office");
  return count > 0 && <Tag tone="bad">{t("payouts.shared", { count })}</Tag>;
}

/** How much of what was deposited was staked: money that only passes through shows here. */
export function Wagered({ percentage }: { readonly percentage: number | null }) {
  const { t } = useTranslation("office");
  if (percentage === null) return "—";
  return <>{t("payouts.wagered_of", { share: percent(percentage / 100) })}</>;
}

interface PayoutClaimProps {
  readonly payout: PayoutRowView;
  onClaimed(): void;
}

/** Who works on the payout; a claim ends after ten minutes and is renewed by another press. */
export function PayoutClaim({ payout: { id, claim }, onClaimed }: PayoutClaimProps) {
  const { t } = useTranslation("office");
  const { busy, error, send } = useSending();
  return (
    <span className="row wrap end">
      {claim && (
        <span className="muted sm">
          {t("payouts.claimed", { name: claim.name })} <Moment at={claim.until} brief />
        </span>
      )}
      {(!claim || claim.own) && (
        <button
          type="button"
          className="btn s"
          data-claim
          disabled={busy}
          onClick={() => void send(() => call(claimPayout, { params: { id } }).then(onClaimed))}
        >
          {t(claim ? "payouts.renew" : "payouts.claim")}
        </button>
      )}
      <Refused why={error} />
    </span>
  );
}
