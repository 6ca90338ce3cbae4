import { type ComponentType, Suspense, useEffect, useRef, useState } from "react";
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

/** What shows the address of a coin, and tells when a transfer to it was credited. */
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

/** Deposit: method, sum, invoice. On phones one step at a time. An open invoice is found again when the modal is opened anew. */
export default function PayInModal({ coinPane: CoinPane, onPaid, onClose }: PayInModalProps) {
  const { t } = useTranslation("payments");
  const {
    methods,
    failed,
    again: askAgain,
  } = useMethods(data => [...data.payments.methods, ...data["crypto-payments"]]);
  const [chosen, setChosen] = useState<PaymentMethod | null>(null);
  const [step, setStep] = useState<"method" | "amount">("method");
  const [invoice, setInvoice] = useInvoice(onPaid);
  const method = chosen ?? methods?.[0] ?? null;
  const again = () => {
    setInvoice(null);
    setStep("amount");
  };
  const { api } = useClient();
  const showPaid = (id: string) =>
    void api.call(getPaymentStatus, { params: { id } }).then(
      ({ data }) => onPaid(paidOf(data)),
      // It is on the balance all the same; the next look at the address says so.
      () => undefined,
    );
  const shown = invoice ? "invoice" : step;
  return (
    <Modal bare wide title={t("pay.title")} closeText={t("pay.close")} onClose={onClose} className={`pay at-${shown}`}>
      <div className="pL">
        <div className="row sp">
          <b className="d pay-t">{t("pay.title")}</b>
          <span className="only-m">
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
              setInvoice(null);
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
            onChange={setInvoice}
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
            onInvoice={config => setInvoice(startInvoice(config))}
          />
        ) : (
          <div className="row sp">
            <b className="d pay-h">{t("pay.title")}</b>
            <ModalClose text={t("pay.close")} />
          </div>
        )}
      </div>
    </Modal>
  );
}

/** The invoice being paid: kept for this visit, polled, and handed on when it is paid. */
function useInvoice(onPaid: (paid: Paid) => void) {
  const { api } = useClient();
  const [invoice, setState] = useState<RunningInvoice | null>(null);
  const paid = useRef(onPaid);
  paid.current = onPaid;
  const setInvoice = (next: RunningInvoice | null) => {
    if (next && isOpen(next.config.status)) sessionStorage.setItem(openInvoice, next.config.id);
    else sessionStorage.removeItem(openInvoice);
    if (next?.config.status === invoiceStatus.paid) onPaid(paidOf(next.config));
    else setState(next);
  };
  useInvoicePolling(invoice, config => invoice && setInvoice({ ...invoice, config }));
  useEffect(() => {
    const id = sessionStorage.getItem(openInvoice);
    if (id === null) return;
    let here = true;
    api.call(getPaymentStatus, { params: { id } }).then(
      ({ data }) => {
        if (!here) return;
        if (isOpen(data.status)) return setState(startInvoice(data));
        sessionStorage.removeItem(openInvoice);
        // It was paid while nobody looked.
        if (data.status === invoiceStatus.paid) paid.current(paidOf(data));
      },
      // Without a line it is asked for the next time; what the house does not know is forgotten.
      error => error instanceof ApiError && error.status === 404 && sessionStorage.removeItem(openInvoice),
    );
    return () => {
      here = false;
    };
  }, [api]);
  return [invoice, setInvoice] as const;
}

function paidOf(config: ProcessConfig): Paid {
  const { id, amount: asked, shop_amount, currency, sum_was_changed, to_be_returned } = config;
  return { id, amount: shop_amount, currency, asked, changed: sum_was_changed, toBeReturned: to_be_returned };
}
