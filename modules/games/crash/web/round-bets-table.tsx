import type { Language } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { FeedScroll } from "#modules/bets/web/feed-scroll.tsx";
import { amount, Who } from "#modules/bets/web/live-bets.tsx";
import { type CrashView, tableRows } from "./crash-view.ts";

const rowsShown = 60;

/** All players in this round: running bets, cash-outs and payouts. */
export function RoundBetsTable({
  view,
  own,
  language,
}: {
  view: CrashView;
  own: ReadonlySet<string>;
  language: Language;
}) {
  const { t } = useTranslation("crash");
  const over = view.point !== null;
  return (
    <FeedScroll>
      <table className="feed round-table" aria-live="off">
        <thead>
          <tr>
            <th>{t("table.player")}</th>
            <th className="align-right">{t("table.bet")}</th>
            <th className="align-right at">{t("table.at")}</th>
            <th className="align-right">{t("table.paid")}</th>
          </tr>
        </thead>
        <tbody>
          {tableRows(view)
            .slice(0, rowsShown)
            .map(row => (
              <tr key={row.id} className={own.has(row.id) ? "me" : undefined}>
                <td>
                  <Who player={row.player} mine={own.has(row.id)} test={row.test} />
                </td>
                <td className="align-right muted">{amount(row.stake, row.currency, language)}</td>
                <td className="align-right">
                  {row.cashed_out_at === null ? (
                    <span className="faint">{over ? "–" : t("table.riding")}</span>
                  ) : (
                    showMultiplier(row.cashed_out_at, language)
                  )}
                </td>
                <td className="align-right paid">
                  {row.payout === null ? "" : amount(row.payout, row.currency, language)}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      {view.bets.length === 0 && <p className="feed-none">{t("table.none")}</p>}
    </FeedScroll>
  );
}
