import { useMemo } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { showCountdown } from "#kit/std/countdown.ts";
import { Button } from "#kit/ui/button.tsx";
import { ModalClose } from "#kit/ui/modal.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { serverNow } from "#kit/web/use-api.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { cancelPayout, type PayoutView } from "../shared/payout-contract.ts";
import { payoutStatus } from "../shared/payouts.ts";
import { PayoutQuestion } from "./payout-question.tsx";
import { Ring, Steps } from "./progress.tsx";
import { showPayout } from "./show-payout.ts";
import { useSecondsLeft } from "./use-invoice.ts";

interface PayOutViewProps {
  readonly payout: PayoutView;
  onAgain(): void;
}

const names = { 1: "pending", 2: "processing", 3: "paid", 5: "declined", 6: "cancelled" } as const;

/** Which texts describe a payout, by its destination. */
const suffixes = { card: "", account: "_account", address: "_coin" } as const;

/** One payout: how long it can be cancelled, whether it is being sent, or how it ended. */
export function PayOutView({ payout, onAgain }: PayOutViewProps) {
  const { t } = useTranslation("payments");
  const { mutate } = useMutation(cancelPayout, { onSuccess: showPayout });
  const language = languageOf(useLocale());
  const { busy, submit } = useSubmit("payments");
  const name = names[payout.status];
  const sum = showMoney(parseDecimal(payout.amount), payout.currency as Currency, language);
  const cancel = () => submit(async () => void (await mutate({ params: { id: payout.id } })));
  return (
    <>
      <div className="row spread">
        <b className="display pay-head">{t(`out.${name}`)}</b>
        <ModalClose text={t("pay.close")} />
      </div>
      <div className="empty pay-ended" role="status">
        {payout.status === payoutStatus.pending && !payout.in_review ? (
          <PendingRing payout={payout} />
        ) : (
          <Seal of={payout.id.replaceAll("-", "")} size={110} drawn={payout.status === payoutStatus.paid} />
        )}
        <b className="display out-sum">{sum}</b>
        <p className="muted">
          {payout.in_review
            ? t(payout.question ? "out.asked_text" : "out.review_text")
            : t(`out.${name}_text${suffixes[payout.place]}`, { card: payout.label })}
        </p>
      </div>
      {payout.question && <PayoutQuestion payout={payout.id} question={payout.question} />}
      {payout.ended_at === null || payout.status === payoutStatus.paid ? (
        <Steps
          names={[t("out.step_asked"), t("out.step_sent"), t("out.step_paid")]}
          now={payout.status === payoutStatus.pending ? 0 : payout.status === payoutStatus.processing ? 1 : 3}
        />
      ) : null}
      {payout.status === payoutStatus.pending && (
        <Button variant="outline" size="l" wide busy={busy} onClick={cancel}>
          {t("out.cancel")}
        </Button>
      )}
      {payout.ended_at !== null && (
        <Button variant="secondary" size="l" wide onClick={onAgain}>
          {t("out.again")}
        </Button>
      )}
    </>
  );
}

function PendingRing({ payout }: { payout: PayoutView }) {
  const { t } = useTranslation("payments");
  const [sendAt, createdAt] = [Date.parse(payout.send_at), Date.parse(payout.created_at)];
  const endsAt = useMemo(() => performance.now() + sendAt - serverNow(), [sendAt]);
  const left = useSecondsLeft(endsAt);
  const life = Math.max(1, (sendAt - createdAt) / 1000);
  return <Ring part={Math.min(1, left / life)} text={showCountdown(left)} label={t("pay.time_left")} />;
}
