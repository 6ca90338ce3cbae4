import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { money } from "#modules/operators/office/parts/figures.tsx";
import { approvePayout, declinePayout, type PayoutRowView } from "#modules/payments/office/contract.ts";
import { AskPlayer } from "./ask-player.tsx";
import { waitsForApproval } from "./use-payout-actions.ts";

interface PayoutDecisionsProps {
  readonly payout: PayoutRowView;
  onDecided(): void;
}

/** Approves or declines one payout that waits. */
export function PayoutDecisions({ payout, onDecided }: PayoutDecisionsProps) {
  const { t } = useTranslation("office");
  if (!waitsForApproval(payout) || (payout.claim && !payout.claim.own)) return null;
  const { id, player, approvals, approvals_needed } = payout;
  const sum = money(payout.amount, payout.currency);
  const left = approvals_needed - approvals.length;
  return (
    <span className="row end">
      {!payout.question?.open && <AskPlayer payout={payout} onAsked={onDecided} />}
      {!payout.approved_by_me && !payout.question?.open && (
        <Decide
          action={t("payouts.approve")}
          title={t("payouts.approve_title", { sum, name: player.name })}
          text={t(left > 1 ? "payouts.approve_first" : "payouts.approve_last")}
          onDecide={async (_reason, key) => {
            await call(approvePayout, { params: { id } }, key);
            onDecided();
          }}
        />
      )}
      <Decide
        action={t("payouts.decline")}
        title={t("payouts.decline_title", { sum, name: player.name })}
        text={t("payouts.decline_text")}
        asksReason
        dangerous
        onDecide={async (reason, key) => {
          await call(declinePayout, { params: { id }, body: { reason } }, key);
          onDecided();
        }}
      />
    </span>
  );
}
