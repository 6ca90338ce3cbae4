import { type ComponentType, Suspense, useEffect, useRef, useState } from "react";
import { Modal, ModalClose } from "#kit/ui/modal.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useIsOnBreak } from "#modules/accounts/web/session.ts";
import { useFetchUser } from "#modules/accounts/web/use-arrival.ts";
import { getPaymentStatus, type PaymentMethod, type ProcessConfig } from "../shared/contract.ts";
import { invoiceStatus, isOpen } from "../shared/invoice.ts";
import { AmountForm } from "./amount-form.tsx";
import { InvoiceView } from "./invoice-view.tsx";
import { MethodList } from "./method-list.tsx";
import { RefusalLink } from "./refusal-link.tsx";
import type { Paid } from "./success-modal.tsx";
import { Unreached } from "./unreached.tsx";
import { useInvoice } from "./use-invoice.ts";
import { useMethods } from "./use-methods.ts";
import "./pay-in.css";

/** Shows the address of a coin, and reports when a transfer to it was credited. */
export interface CoinPaneProps {
  readonly method: PaymentMethod;
  onBack(): void;
  /** The invoice of a transfer that was credited. */
  onCredited(invoice: string): void;
}

interface PayInModalProps {
  readonly coinPane: ComponentType<CoinPaneProps>;
  /** For a promo code, which brings a bonus to choose. */
  readonly codeField?: ComponentType;
  onPaid(paid: Paid): void;
  onClose(): void;
}

/** Deposit: method, amount, invoice. On phones one step at a time, starting with the amount of the first method. An open invoice is found again when the modal reopens. */
export default function PayInModal({ coinPane: CoinPane, codeField, onPaid, onClose }: PayInModalProps) {
  const { t } = useTranslation("payments");
  const isOnBreak = useIsOnBreak();
  const { invoice, isKnown, begin, leave } = useInvoice(config => onPaid(paidOf(config)));
  const showPaid = usePaid(onPaid);
  const offered = useMethods(data => [...data.payments.methods, ...data["crypto-payments"]]);
  const { failed, again: askAgain } = offered;
  // Starts only once it is known whether an invoice is open.
  const methods = (isKnown && offered.methods) || null;
  const [chosen, setChosen] = useState<PaymentMethod | null>(null);
  const [step, setStep] = useState<"method" | "amount">("amount");
  const method = chosen ?? methods?.[0] ?? null;
  const again = () => {
    leave();
    setStep("amount");
  };
  // While there are no methods to choose from, phones show the message of the method list.
  const shown = invoice ? "invoice" : methods?.length ? step : "method";
  const fetchUser = useFetchUser();
  const isCanceled = invoice?.config.status === invoiceStatus.cancelled;
  // Perhaps by a break that began in another tab, of which this one doesn't know yet.
  useEffect(() => {
    if (isCanceled) void fetchUser();
  }, [isCanceled, fetchUser]);
  // How a payment ended is shown on a break too; nothing can be paid, and a break cancels an open invoice.
  if (isOnBreak && isKnown && (!invoice || isUnpaid(invoice.config)))
    return <Break canceled={invoice !== null} onClose={onClose} />;
  return (
    <Modal
      bare
      wide
      title={t("pay.title")}
      closeText={t("pay.close")}
      onClose={onClose}
      className={`pay-dialog at-${shown}`}
    >
      <div className="pL">
        <div className="row spread">
          <b className="display pay-t">{t("pay.title")}</b>
          <span className="only-mobile">
            <ModalClose text={t("pay.close")} />
          </span>
        </div>
        {failed && <Unreached onAgain={askAgain} />}
        {methods === null && !failed && [0, 1].map(key => <Skeleton key={key} height={62} />)}
        {methods?.length === 0 && <p className="note warn">{t("pay.no_methods")}</p>}
        {methods && (
          <MethodList
            methods={methods}
            chosen={invoice?.config.method_hash ?? method?.hash}
            locked={invoice !== null && isOpen(invoice.config.status)}
            onChoose={next => {
              setChosen(next);
              leave();
              setStep("amount");
            }}
          />
        )}
      </div>
      <div className="pR">
        {invoice ? (
          <InvoiceView
            invoice={invoice}
            method={methods?.find(one => one.hash === invoice.config.method_hash)}
            onAgain={again}
          />
        ) : method?.coin ? (
          <Suspense fallback={<Skeleton height={420} />}>
            <CoinPane key={method.hash} method={method} onBack={() => setStep("method")} onCredited={showPaid} />
          </Suspense>
        ) : method ? (
          <AmountForm
            key={method.hash}
            method={method}
            onBack={() => setStep("method")}
            onInvoice={begin}
            codeField={codeField}
          />
        ) : (
          <div className="row spread">
            <b className="display pay-head">{t("pay.title")}</b>
            <ModalClose text={t("pay.close")} />
          </div>
        )}
      </div>
    </Modal>
  );
}

/** Open or canceled, and no money has arrived. */
function isUnpaid({ status, to_be_returned, returned }: ProcessConfig): boolean {
  return (isOpen(status) || status === invoiceStatus.cancelled) && to_be_returned === "0" && returned === "0";
}

/** A link can lead here on a break, or the break began while an invoice was open: `canceled`. */
function Break({ canceled, onClose }: { readonly canceled: boolean; onClose(): void }) {
  const { t } = useTranslation("payments");
  return (
    <Modal title={t("pay.title")} closeText={t("pay.close")} onClose={onClose}>
      {canceled && <p>{t("pay.canceled_by_break")}</p>}
      <RefusalLink refusal={{ code: "deposits_blocked", data: {} }} />
    </Modal>
  );
}

/** Reads a payment that was credited and passes it on while the dialog is open: after that it shows on the balance only. */
function usePaid(onPaid: (paid: Paid) => void) {
  const cache = useRouteCache();
  const paid = useRef<typeof onPaid | null>(null);
  useEffect(() => {
    paid.current = onPaid;
    return () => {
      paid.current = null;
    };
  }, [onPaid]);
  const showPaid = (id: string) =>
    void cache.read(getPaymentStatus, { params: { id } }).then(
      config => paid.current?.(paidOf(config)),
      // It is on the balance all the same; the next poll of the address shows it.
      () => undefined,
    );
  return showPaid;
}

function paidOf(config: ProcessConfig): Paid {
  const { id, amount: asked, shop_amount, currency, sum_was_changed, to_be_returned } = config;
  return { id, amount: shop_amount, currency, asked, changed: sum_was_changed, toBeReturned: to_be_returned };
}
