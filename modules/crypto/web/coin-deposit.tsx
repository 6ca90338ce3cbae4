import { Check, ChevronLeft, CircleX, TriangleAlert } from "lucide-react";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showCoins, showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { ModalClose } from "#kit/ui/modal.tsx";
import { QrCode } from "#kit/ui/qr-code.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { PaymentMethod } from "#modules/payments/shared/contract.ts";
import type { CoinPaneProps } from "#modules/payments/web/pay-in-modal.tsx";
import type { CoinDeposit as Deposit, IncomingTransfer } from "../shared/contract.ts";
import { useCoinDeposit } from "./use-coin-deposit.ts";
import "./coin-deposit.css";

/** The player's own address of a coin: as text, as a QR code, and its transfers with their confirmations. */
export default function CoinDeposit({ method, onBack, onCredited }: CoinPaneProps) {
  const { t } = useTranslation("crypto");
  const { deposit, refused, again } = useCoinDeposit(method.hash, onCredited);
  return (
    <>
      <div className="row spread">
        <div className="row">
          <button type="button" className="only-mobile pay-back" aria-label={t("coin.back")} onClick={onBack}>
            <Icon of={ChevronLeft} size={22} />
          </button>
          <b className="display pay-head">{t("coin.title", { coin: method.exchange_currency })}</b>
        </div>
        <ModalClose text={t("coin.close")} />
      </div>
      {deposit ? (
        <Address deposit={deposit} method={method} />
      ) : refused ? (
        <div className="empty pay-ended" role="alert">
          <p>{t(refused === "deposits_blocked" ? "coin.blocked" : "coin.away")}</p>
          {refused !== "deposits_blocked" && (
            <Button variant="secondary" onClick={again}>
              {t("coin.again")}
            </Button>
          )}
        </div>
      ) : (
        <Skeleton height={380} />
      )}
    </>
  );
}

function Address({ deposit, method }: { deposit: Deposit; method: PaymentMethod }) {
  const { t } = useTranslation("crypto");
  const language = languageOf(useLocale());
  const rate = showMoney(parseDecimal(cut(deposit.rate)), deposit.currency as Currency, language);
  return (
    <>
      <div className="coin-top">
        <QrCode text={deposit.uri} label={t("coin.code", { coin: deposit.code })} />
        <div className="col">
          <p className="subdued">{t("coin.how", { coin: deposit.code, currency: deposit.currency })}</p>
          <dl className="coin-facts sm">
            <dt>{t("coin.network")}</dt>
            <dd>Ethereum · {method.exchange_currency === "USDT" ? "ERC-20" : "ETH"}</dd>
            <dt>{t("coin.rate")}</dt>
            <dd className="num">
              1 {deposit.code} ≈ {rate}
            </dd>
            <dt>{t("coin.least")}</dt>
            <dd className="num">
              {showCoins(deposit.least, language)} {deposit.code}
            </dd>
          </dl>
        </div>
      </div>
      <div className="pay-field">
        <div className="grow coin-row">
          <div className="k">{t("coin.address")}</div>
          <code className="coin-address">{deposit.address}</code>
        </div>
        <CopyButton
          className="pay-copy"
          value={deposit.address}
          text={t("coin.copy")}
          done={t("coin.copied")}
          labelled
        />
      </div>
      <p className="note warn">
        <Icon of={TriangleAlert} size={18} />
        <span>{t("coin.warning", { coin: deposit.code, least: showCoins(deposit.least, language) })}</span>
      </p>
      <ul className="coin-list" aria-live="polite" aria-label={t("coin.incoming")}>
        {deposit.incoming.length === 0 && <li className="muted sm">{t("coin.waiting")}</li>}
        {deposit.incoming.map(transfer => (
          <Incoming key={transfer.id} transfer={transfer} deposit={deposit} />
        ))}
      </ul>
    </>
  );
}

/** One transfer: its confirmations, or its result. */
function Incoming({ transfer, deposit }: { transfer: IncomingTransfer; deposit: Deposit }) {
  const { t } = useTranslation("crypto");
  const language = languageOf(useLocale());
  const { state, confirmations } = transfer;
  const money = (sum: string | null) =>
    sum === null || transfer.currency === null
      ? ""
      : showMoney(parseDecimal(sum), transfer.currency as Currency, language);
  const key = state === "quarantined" && transfer.reason === "too_little" ? "too_little" : state;
  const facts = {
    seen: String(confirmations),
    of: String(deposit.confirmations),
    sum: money(transfer.credited ?? transfer.to_be_returned),
  };
  return (
    <li className="coin-item">
      <div className="row spread">
        <b className="num">
          {showCoins(transfer.amount, language)} {transfer.code}
        </b>
        <span className={state === "credited" ? "row sm win" : "row sm muted"}>
          {state === "credited" && <Icon of={Check} size={15} />}
          {state === "gone" && <Icon of={CircleX} size={15} />}
          {t(`coin.state_${key}`, facts)}
        </span>
      </div>
      {state === "seen" && (
        <progress value={confirmations} max={deposit.confirmations} aria-label={t("coin.state_seen", facts)} />
      )}
      {state === "credited" && transfer.to_be_returned !== null && (
        <p className="sm muted">{t("coin.part_back", { sum: money(transfer.to_be_returned) })}</p>
      )}
    </li>
  );
}

/** Amounts of money have six decimals. */
function cut(rate: string): string {
  const [whole = "0", fraction = ""] = rate.split(".");
  return fraction === "" ? whole : `${whole}.${fraction.slice(0, 6)}`;
}
