import type { ReactNode } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type OwnFilter, useOwnBets } from "#modules/bets/web/own-bets.tsx";
import { getBillingHistory } from "#modules/payments/shared/contract.ts";
import { invoiceStatus } from "#modules/payments/shared/invoice.ts";
import { HistoryCard } from "./history-card.tsx";
import { useShowTime } from "./use-show-time.ts";

interface CardProps {
  readonly first?: number;
  /** Filtered by kind or date range. */
  readonly filter?: OwnFilter;
  readonly action?: ReactNode;
}

const usualRows = 3;

function Head() {
  const { t } = useTranslation("lobby", "profile");
  return (
    <thead>
      <tr>
        <th>{t("profile:when")}</th>
        <th>{t("profile:method")}</th>
        <th className="align-right">{t("profile:asked")}</th>
        <th className="align-right">{t("profile:credited")}</th>
        <th className="align-right">{t("profile:status")}</th>
      </tr>
    </thead>
  );
}

const variants: Readonly<Record<number, string>> = {
  [invoiceStatus.paid]: "tag signal",
  [invoiceStatus.created]: "tag brass",
  [invoiceStatus.awaiting]: "tag brass",
  [invoiceStatus.declined]: "tag live",
};

/** The player's payments in every currency, each with its state. */
export function PaymentsCard({ first, filter, action }: CardProps) {
  const { t } = useTranslation("lobby", "profile", "methods");
  const locale = useLocale();
  const showTime = useShowTime();
  const { rows, more, failed } = useOwnBets(getBillingHistory, 0, filter);
  const shown = rows?.slice(0, first) ?? null;
  const money = (sum: string, currency: string) =>
    showMoney(parseDecimal(sum), currency as Currency, languageOf(locale));
  return (
    <HistoryCard
      title="payments"
      action={action}
      rows={shown}
      expected={usualRows}
      failed={failed}
      isFiltered={filter !== undefined && Object.keys(filter).length > 0}
      more={first === undefined ? more : null}
    >
      <Head />
      <tbody>
        {shown?.map(
          ({ id, kind, created_at, method_hash, amount, credited, currency, status, to_be_refunded, refunded }) => (
            <tr key={id}>
              <td className="muted num">{showTime(created_at)}</td>
              <td>
                {t.find(`methods:${method_hash}`) ?? method_hash}
                {kind === "payout" && `, ${t("profile:payout")}`}
              </td>
              <td className="align-right num">{money(kind === "payout" ? `-${amount}` : amount, currency)}</td>
              <td
                className={
                  /[1-9]/.test(credited)
                    ? `align-right num ${kind === "deposit" ? "paid" : ""}`
                    : "align-right num faint"
                }
              >
                {/[1-9]/.test(credited) ? money(credited, currency) : "–"}
                {/[1-9]/.test(to_be_refunded) && (
                  <div className="muted sm">
                    {t("profile:being_refunded", { sum: money(to_be_refunded, currency) })}
                  </div>
                )}
                {/[1-9]/.test(refunded) && (
                  <div className="muted sm">{t("profile:refunded", { sum: money(refunded, currency) })}</div>
                )}
              </td>
              <td className="align-right">
                <span className={variants[status] ?? "tag"}>{t(`profile:payment_${status}`)}</span>
              </td>
            </tr>
          ),
        )}
      </tbody>
    </HistoryCard>
  );
}
