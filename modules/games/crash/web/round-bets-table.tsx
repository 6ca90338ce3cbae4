import type { Language } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { amount } from "#modules/bets/web/live-bets.tsx";
import { RoundTable } from "#modules/engines/shared-rounds/web/round-column.tsx";
import { type CrashView, tableRows } from "./crash-view.ts";

interface RowsProps {
  readonly view: CrashView;
  readonly own: ReadonlySet<string>;
  readonly language: Language;
}

/** All players in this round: running bets, cash-outs and payouts. */
export function RoundBetsTable({ view, own, language }: RowsProps) {
  const { t } = useTranslation("crash");
  const over = view.point !== null;
  return (
    <RoundTable
      className="feed round-table"
      rows={tableRows(view)}
      own={own}
      language={language}
      heads={[
        { text: t("table.player") },
        { text: t("table.bet") },
        { text: t("table.at"), className: "align-right at" },
        { text: t("table.paid") },
      ]}
      none={t("table.none")}
      cells={row => (
        <>
          <td className="align-right">
            {row.cashed_out_at === null ? (
              <span className="faint">{over ? "–" : t("table.riding")}</span>
            ) : (
              showMultiplier(row.cashed_out_at, language)
            )}
          </td>
          <td className="align-right paid">{row.payout === null ? "" : amount(row.payout, row.currency, language)}</td>
        </>
      )}
    />
  );
}
