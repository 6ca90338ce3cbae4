import { type ComponentType, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Modal, ModalClose } from "#kit/ui/modal.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { ApiError } from "#kit/web/api-error.ts";
import { useClient } from "#kit/web/client.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { getPaymentStatus, type PaymentMethod, type ProcessConfig } from "../shared/contract.ts";
import { invoiceStatus, isOpen } from "../shared/invoice.ts";
import { AmountForm } from "./amount-form.tsx";
import { InvoiceView } from "./invoice-view.tsx";
import { MethodList } from "./method-list.tsx";
import type { Paid } from "./success-modal.tsx";
import { Unreached } from "./unreached.tsx";
import { type RunningInvoice, startInvoice, useInvoicePolling } from "./use-invoice.ts";
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
  onPaid(paid: Paid): void;
  onClose(): void;
}

const openInvoice = "deposit-invoice";

/** Deposit: method, amount, invoice. On phones one step at a time, starting with the amount of the first method. An open invoice is found again when the modal reopens. */
export default function PayInModal({ coinPane: CoinPane, onPaid, onClose }: PayInModalProps) {
  const { t } = useTranslation("payments");
  const { invoice, isKnown, begin, answered, leave, handOn } = useInvoice(onPaid);
  const offered = useMethods(data => [...data.payments.methods, ...data["crypto-payments"]]);
  const { failed, again: askAgain } = offered;
  // Starts only once it is known whether an invoice is open.
  const methods = isKnown ? offered.methods : null;
  const [chosen, setChosen] = useState<PaymentMethod | null>(null);
  const [step, setStep] = useState<"method" | "amount">("amount");
  const method = chosen ?? methods?.[0] ?? null;
  const again = () => {
    leave();
    setStep("amount");
  };
  const { api } = useClient();
  const showPaid = (id: string) =>
    void api.call(getPaymentStatus, { params: { id } }).then(
      ({ data }) => handOn(data),
      // It is on the balance all the same; the next poll of the address shows it.
      () => undefined,
    );
  // While there are no methods to choose from, phones show the message of the method list.
  const shown = invoice ? "invoice" : methods?.length ? step : "method";
  return (
    <Modal bare wide title={t("pay.title")} closeText={t("pay.close")} onClose={onClose} className={`pay at-${shown}`}>
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
            onAnswer={answered}
            onAgain={again}
          />
        ) : method?.coin ? (
          <Suspense fallback={<Skeleton height={420} />}>
            <CoinPane key={method.hash} method={method} onBack={() => setStep("method")} onCredited={showPaid} />
          </Suspense>
        ) : method ? (
          <AmountForm key={method.hash} method={method} onBack={() => setStep("method")} onInvoice={begin} />
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

/**
 * The invoice being paid: stored for this visit, polled, and passed on when it is paid. `isKnown`: the server was asked whether one is open.
 * `answered` is for server responses about one: ignored unless it is the one shown, and never reopens one that has ended.
 */
function useInvoice(onPaid: (paid: Paid) => void) {
  const { api } = useClient();
  const [invoice, setInvoice] = useState<RunningInvoice | null>(null);
  const [isKnown, setKnown] = useState(false);
  const shown = useRef<RunningInvoice | null>(null);
  const paid = useRef<typeof onPaid | null>(null);
  // A payment after the modal was closed shows on the balance only: the player has moved on.
  useEffect(() => {
    paid.current = onPaid;
    return () => {
      paid.current = null;
    };
  }, [onPaid]);
  useEffect(
    () => () => {
      shown.current = null;
    },
    [],
  );
  const handOn = useCallback((config: ProcessConfig) => paid.current?.(paidOf(config)), []);
  const show = useCallback(
    (next: RunningInvoice) => {
      const { id, status } = next.config;
      if (isOpen(status)) sessionStorage.setItem(openInvoice, id);
      else forget(id);
      const isPaid = status === invoiceStatus.paid;
      shown.current = isPaid ? null : next;
      if (isPaid) handOn(next.config);
      else setInvoice(next);
    },
    [handOn],
  );
  const begin = (config: ProcessConfig) => {
    show(startInvoice(config));
    // In this tab: the provider redirects back to this page, where the invoice is found again.
    if (config.url && isOpen(config.status)) location.assign(config.url);
  };
  const answered = (config: ProcessConfig) => {
    const now = shown.current;
    if (now?.config.id !== config.id || (isOpen(config.status) && !isOpen(now.config.status))) return;
    show({ ...now, config });
  };
  const leave = () => {
    sessionStorage.removeItem(openInvoice);
    shown.current = null;
    setInvoice(null);
  };
  useInvoicePolling(invoice, answered);
  useEffect(() => {
    const id = sessionStorage.getItem(openInvoice);
    if (id === null) return setKnown(true);
    let here = true;
    void api
      .call(getPaymentStatus, { params: { id } })
      .then(
        ({ data }) => {
          if (!here || sessionStorage.getItem(openInvoice) !== id) return;
          // It may have been paid or declined on the provider's page; other ends are not shown.
          const isNews = data.status === invoiceStatus.paid || data.status === invoiceStatus.declined;
          if (isOpen(data.status) || isNews) show(startInvoice(data));
          else forget(id);
        },
        // Without a connection it is requested the next time; an invoice the server does not have is dropped.
        error => error instanceof ApiError && error.status === 404 && forget(id),
      )
      .then(() => setKnown(true));
    return () => {
      here = false;
    };
  }, [api, show]);
  return { invoice, isKnown, begin, answered, leave, handOn };
}

/** Another one may have been opened meanwhile. */
function forget(id: string): void {
  if (sessionStorage.getItem(openInvoice) === id) sessionStorage.removeItem(openInvoice);
}

function paidOf(config: ProcessConfig): Paid {
  const { id, amount: asked, shop_amount, currency, sum_was_changed, to_be_returned } = config;
  return { id, amount: shop_amount, currency, asked, changed: sum_was_changed, toBeReturned: to_be_returned };
}
