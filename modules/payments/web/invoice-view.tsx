import { Info, RefreshCw } from "lucide-react";
import { useCallback, useEffect } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { showCountdown } from "#kit/std/countdown.ts";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { inFours } from "#kit/ui/digits.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { ModalClose } from "#kit/ui/modal.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { showPhone } from "#modules/accounts/shared/phone.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { cancelPayment, getPaymentStatus, type PaymentMethod, type ProcessConfig } from "../shared/contract.ts";
import { invoiceLifeSeconds, invoiceStatus, isOpen } from "../shared/invoice.ts";
import { Ring, Steps } from "./progress.tsx";
import { type RunningInvoice, useSecondsLeft } from "./use-invoice.ts";

interface InvoiceViewProps {
  readonly invoice: RunningInvoice;
  readonly method: PaymentMethod | undefined;
  onAgain(): void;
}

/** An invoice: what to send, where, and the time left, or how it ended. */
export function InvoiceView(props: InvoiceViewProps) {
  const { config } = props.invoice;
  return isOpen(config.status) ? <OpenInvoice {...props} /> : <EndedInvoice config={config} onAgain={props.onAgain} />;
}

function OpenInvoice({ invoice, method }: InvoiceViewProps) {
  const { t } = useTranslation("payments");
  const cache = useRouteCache();
  const show = useCallback(
    (next: ProcessConfig) => cache.set(getPaymentStatus, { params: { id: next.id } }, next),
    [cache],
  );
  const { mutate } = useMutation(cancelPayment, { onSuccess: show });
  const language = languageOf(useLocale());
  const { config } = invoice;
  const left = useSecondsLeft(invoice.endsAt);
  const { busy, submit } = useSubmit("payments");
  const toPay = showMoney(parseDecimal(config.amount), config.exchange_currency as Currency, language);
  const transfer = config.card !== null;
  const params = { id: config.id };
  const ask = () => submit(async () => void (await cache.read(getPaymentStatus, { params })));
  const cancel = () => submit(async () => void (await mutate({ params })));
  // At zero the page's state is out of date; the server may have received a payment at the last moment.
  useEffect(() => {
    if (left === 0) show({ ...config, status: invoiceStatus.expired });
  }, [left, config, show]);
  return (
    <>
      <div className="row spread">
        <b className="display pay-head">{t(transfer ? "pay.send_exactly" : "pay.finish_page")}</b>
        <ModalClose text={t("pay.close")} />
      </div>
      <div className="row pay-top">
        <Ring
          part={Math.min(1, left / invoiceLifeSeconds)}
          text={showCountdown(left)}
          label={t("pay.time_left")}
          haste={left < 30 ? "danger" : left < 120 ? "warn" : undefined}
        />
        <div className="grow">
          <p className="subdued">{t(transfer ? "pay.hold_transfer" : "pay.hold_page")}</p>
          <p className="sm muted">
            {t("pay.invoice")} <span className="num">{config.hash.slice(0, 12)}</span>
          </p>
        </div>
      </div>
      <CopyField label={t("pay.sum")} shown={toPay} value={config.amount} brass />
      {config.card && <CardFields {...config.card} />}
      <p className="note">
        <Icon of={Info} size={18} />
        <span>{t(transfer ? "pay.minor_units" : "pay.page_note")}</span>
      </p>
      <Steps names={[t("pay.step_opened"), t("pay.step_waiting"), t("pay.step_credited")]} now={1} />
      <div className="row wrap gap-3">
        {config.url ? (
          <a className={`${buttonClass({ variant: "primary", size: "l" })} grow`} href={config.url} rel="noreferrer">
            {t("pay.open_page", { sum: toPay })}
          </a>
        ) : (
          <Button variant="primary" size="l" className="grow" busy={busy} onClick={ask}>
            {t("pay.sent", { sum: toPay })}
          </Button>
        )}
        <Button variant="outline" size="l" busy={busy} onClick={cancel}>
          {t("pay.cancel")}
        </Button>
      </div>
      <p className="row faint xs pay-poll" title={method?.name.en}>
        <Icon of={RefreshCw} size={13} />
        {t("pay.polling")}
      </p>
    </>
  );
}

/** Destination of a transfer: the card number, and the phone number linked to it. */
function CardFields({ card_number, phone_number }: NonNullable<ProcessConfig["card"]>) {
  const { t } = useTranslation("payments");
  return (
    <>
      <CopyField label={t("pay.card")} shown={inFours(card_number)} value={card_number} />
      <CopyField label={t("pay.phone")} shown={showPhone(phone_number)} value={phone_number} />
    </>
  );
}

function CopyField(props: { label: string; shown: string; value: string; brass?: boolean }) {
  const { t } = useTranslation("payments");
  return (
    <div className="pay-field">
      <div className="grow">
        <div className="k">{props.label}</div>
        <div className={props.brass ? "display num money-value" : "display num"}>{props.shown}</div>
      </div>
      <CopyButton className="pay-copy" value={props.value} text={t("pay.copy")} done={t("pay.copied")} labelled />
    </div>
  );
}

function EndedInvoice({ config, onAgain }: { config: ProcessConfig; onAgain: () => void }) {
  const { t } = useTranslation("payments");
  const language = languageOf(useLocale());
  const name = ({ 4: "expired", 5: "declined", 6: "cancelled" } as const)[config.status as 4 | 5 | 6];
  /** Money arrived and may not be credited: it is being returned, or has been. */
  const heldText = ({ to_be_returned, returned }: ProcessConfig) => {
    const show = (sum: string) => showMoney(parseDecimal(sum), config.currency as Currency, language);
    if (to_be_returned !== "0") return t("pay.to_be_returned", { sum: show(to_be_returned) });
    return returned === "0" ? null : t("pay.returned", { sum: show(returned) });
  };
  return (
    <>
      <div className="row spread">
        <b className="display pay-head">{t(`pay.${name}`)}</b>
        <ModalClose text={t("pay.close")} />
      </div>
      <div className="empty pay-ended">
        <Seal of={config.hash} size={110} />
        <p>{heldText(config) ?? t(`pay.${name}_text`)}</p>
        <Button variant="secondary" onClick={onAgain}>
          {t("pay.again")}
        </Button>
      </div>
    </>
  );
}
