import { useCallback, useEffect, useState } from "react";
import { Modal, ModalClose } from "#kit/ui/modal.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useClient } from "#kit/web/client.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useChannel } from "#kit/web/use-api.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import { meChannel } from "#modules/wallet/shared/contract.ts";
import type { PaymentMethod } from "../shared/contract.ts";
import { getPayouts, type PayoutView } from "../shared/payout-contract.ts";
import { MethodList } from "./method-list.tsx";
import { PayOutForm } from "./pay-out-form.tsx";
import { PayOutView } from "./pay-out-view.tsx";
import { Unreached } from "./unreached.tsx";
import { useMethods } from "./use-methods.ts";
import "./pay-in.css";

/** Withdrawal: destination, amount, and status. One in progress is found again when the modal reopens. */
export default function PayOutModal({ onClose, onDeposit }: { onClose: () => void; onDeposit: () => void }) {
  const { t } = useTranslation("payments");
  const { payout, isKnown, setPayout, answered } = usePayout();
  const offered = useMethods(data => [...data.payouts.methods, ...data["crypto-payouts"]]);
  const { failed, again } = offered;
  // Starts only once it is known whether one is in progress.
  const methods = isKnown ? offered.methods : null;
  const [chosen, setChosen] = useState<PaymentMethod | null>(null);
  const [step, setStep] = useState<"method" | "amount">("method");
  const hasMoney = useSession(({ user }) => /[1-9]/.test(user?.balance ?? ""));
  // An address is never preselected; a card is.
  const hasCard = methods?.some(each => !each.coin) ?? true;
  const method = chosen ?? (hasCard ? (methods?.[0] ?? null) : null);
  const nothing = methods?.length === 0 || (!hasCard && !hasMoney && chosen === null);
  const shown = payout ? "invoice" : nothing ? "amount" : step;
  return (
    <Modal bare wide title={t("out.title")} closeText={t("pay.close")} onClose={onClose} className={`pay at-${shown}`}>
      <div className="pL">
        <div className="row spread">
          <b className="display pay-t">{t("out.title")}</b>
          <span className="only-mobile">
            <ModalClose text={t("pay.close")} />
          </span>
        </div>
        {failed && <Unreached onAgain={again} />}
        {methods === null && !failed && <Skeleton height={62} />}
        {!hasCard && shown === "method" && <p className="note">{t("out.coins_only")}</p>}
        {methods && (
          <MethodList
            methods={methods}
            chosen={payout?.method_hash ?? method?.hash}
            locked={payout !== null && payout.ended_at === null}
            speed={t("out.speed")}
            onChoose={next => {
              setChosen(next);
              setPayout(null);
              setStep("amount");
            }}
          />
        )}
        <p className="xs muted out-own">{t("out.own_only")}</p>
      </div>
      <div className="pR">
        {payout ? (
          <PayOutView payout={payout} onChange={answered} onAgain={() => setPayout(null)} />
        ) : method ? (
          <PayOutForm key={method.hash} method={method} onBack={() => setStep("method")} onPayout={setPayout} />
        ) : (
          <NoPayoutMethod waiting={methods === null} failed={failed} choose={!nothing} onDeposit={onDeposit} />
        )}
      </div>
    </Modal>
  );
}

/** No card yet: payouts need a previous deposit. `choose`: there is a balance, and coins are available. */
function NoPayoutMethod(props: { waiting: boolean; failed: boolean; choose: boolean; onDeposit: () => void }) {
  const { waiting, failed, choose, onDeposit } = props;
  const { t } = useTranslation("payments");
  return (
    <>
      <div className="row spread">
        <b className="display pay-head">{t("out.title")}</b>
        <ModalClose text={t("pay.close")} />
      </div>
      {waiting && !failed && <Skeleton height={220} />}
      {!waiting && (
        <div className="empty ended">
          <p>{t(choose ? "out.choose" : "out.no_card")}</p>
          {!choose && (
            <button type="button" className="btn primary" onClick={onDeposit}>
              {t("pay.title")}
            </button>
          )}
        </div>
      )}
    </>
  );
}

const pollEveryMs = 5_000;

/**
 * The payout shown: the last one that has not ended, or the one just requested. `isKnown`: the server
 * was asked whether there is one. `answered` is for server responses about one: ignored unless it is shown and has not ended.
 */
function usePayout() {
  const { api } = useClient();
  const [payout, setPayout] = useState<PayoutView | null>(null);
  const [isKnown, setKnown] = useState(false);
  // A late response is about another payout, or out of date.
  const answered = useCallback(
    (next: PayoutView) => setPayout(now => (now?.id === next.id && now.ended_at === null ? next : now)),
    [],
  );
  const payouts = useCallback(async () => {
    const answer = await api.call(getPayouts, { query: {} }).catch(() => null);
    return answer?.data.items ?? [];
  }, [api]);
  const ask = useCallback(
    async (id: string) => {
      const found = (await payouts()).find(each => each.id === id);
      if (found) answered(found);
    },
    [payouts, answered],
  );
  useEffect(() => {
    void payouts().then(all => {
      setPayout(all.find(each => each.ended_at === null) ?? null);
      setKnown(true);
    });
  }, [payouts]);
  const id = payout?.ended_at === null ? payout.id : null;
  useEffect(() => {
    if (id === null) return;
    const timer = setInterval(() => void ask(id), pollEveryMs);
    return () => clearInterval(timer);
  }, [ask, id]);
  useChannel(meChannel, {
    snapshot: () => undefined,
    event: (_name, news) => {
      if (id !== null && "status" in news && news.id === id) void ask(id);
    },
  });
  return { payout, isKnown, setPayout, answered };
}
