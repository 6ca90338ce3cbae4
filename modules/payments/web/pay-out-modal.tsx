import { useEffect, useState } from "react";
import { Modal, ModalClose } from "#kit/ui/modal.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import type { DataOf } from "#kit/web/query/route-cache.ts";
import { useQuery, useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useChannel } from "#kit/web/use-api.ts";
import { useIsOnBreak, useSession } from "#modules/accounts/web/session.ts";
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
  const { payout, isKnown, show, leave } = usePayout();
  const offered = useMethods(data => [...data.payouts.methods, ...data["crypto-payouts"]]);
  const { failed, again } = offered;
  // Starts only once it is known whether one is in progress.
  const methods = (isKnown && offered.methods) || null;
  const [chosen, setChosen] = useState<PaymentMethod | null>(null);
  const [step, setStep] = useState<"method" | "amount">("method");
  const hasMoney = useSession(({ user }) => /[1-9]/.test(user?.balance ?? ""));
  // An address is never preselected; a card is.
  const hasCard = methods?.some(each => !each.coin) ?? true;
  const method = chosen ?? (hasCard ? (methods?.[0] ?? null) : null);
  const nothing = methods?.length === 0 || (!hasCard && !hasMoney && chosen === null);
  const shown = payout ? "invoice" : nothing ? "amount" : step;
  return (
    <Modal
      bare
      wide
      title={t("out.title")}
      closeText={t("pay.close")}
      onClose={onClose}
      className={`pay-dialog at-${shown}`}
    >
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
              leave();
              setStep("amount");
            }}
          />
        )}
        <p className="xs muted out-own">{t("out.own_only")}</p>
      </div>
      <div className="pR">
        {payout ? (
          <PayOutView payout={payout} onAgain={leave} />
        ) : method ? (
          <PayOutForm key={method.hash} method={method} onBack={() => setStep("method")} onPayout={show} />
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
  const isOnBreak = useIsOnBreak();
  return (
    <>
      <div className="row spread">
        <b className="display pay-head">{t("out.title")}</b>
        <ModalClose text={t("pay.close")} />
      </div>
      {waiting && !failed && <Skeleton height={220} />}
      {!waiting && (
        <div className="empty pay-ended">
          <p>{t(choose ? "out.choose" : "out.no_card")}</p>
          {!choose && !isOnBreak && (
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
const all = { query: {} };

/**
 * The payout shown: the one in progress when the dialog opened, or the one just requested. `isKnown`: the server was asked whether there
 * is one.
 */
function usePayout() {
  const cache = useRouteCache();
  /** Undefined: not known yet. Null: none, the player chooses. */
  const [id, setId] = useState<string | null | undefined>(undefined);
  const { data, isError } = useQuery(getPayouts, all, { fresh: true, pollMs: known => hasOpen(known) && pollEveryMs });
  const isOver = data !== undefined || isError;
  const found = data?.items.find(isInProgress)?.id ?? null;
  useEffect(() => {
    if (isOver) setId(before => (before === undefined ? found : before));
  }, [isOver, found]);
  useChannel(meChannel, {
    snapshot: () => undefined,
    event: (_name, news) => {
      if ("status" in news && news.id === id) void cache.invalidate(getPayouts);
    },
  });
  return {
    payout: data?.items.find(each => each.id === id) ?? null,
    isKnown: id !== undefined,
    show: (payout: PayoutView) => setId(payout.id),
    leave: () => setId(null),
  };
}

type Payouts = DataOf<typeof getPayouts>;

const isInProgress = ({ ended_at }: PayoutView) => ended_at === null;
const hasOpen = (known: Payouts | undefined) => known?.items.some(isInProgress) === true;
