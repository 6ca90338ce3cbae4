import type { Language } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { FeedScroll } from "#modules/bets/web/feed-scroll.tsx";
import { amount, Who } from "#modules/bets/web/live-bets.tsx";
import type { RouletteView } from "./roulette-view.ts";

const rowsShown = 60;

interface RowsProps {
  readonly view: RouletteView;
  readonly own: ReadonlySet<string>;
  readonly language: Language;
}

/** All players of this spin: their bets and, once the ball rests, their payouts. */
export function RoundRows({ view, own, language }: RowsProps) {
  const { t } = useTranslation("roulette");
  return (
    <FeedScroll>
      <table className="feed" aria-live="off">
        <thead>
          <tr>
            <th>{t("feed.player")}</th>
            <th className="align-right">{t("feed.bet")}</th>
            <th className="align-right">{t("feed.paid")}</th>
          </tr>
        </thead>
        <tbody>
          {view.bets.slice(0, rowsShown).map(row => (
            <tr key={row.id} className={own.has(row.id) ? "me" : undefined}>
              <td>
                <Who player={row.player} mine={own.has(row.id)} test={row.test} />
              </td>
              <td className="align-right muted">{amount(row.stake, row.currency, language)}</td>
              <td className={row.payout === null || row.payout === "0" ? "align-right faint" : "align-right paid"}>
                {row.payout === null ? "" : row.payout === "0" ? "–" : amount(row.payout, row.currency, language)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {view.bets.length === 0 && <p className="feed-none">{t("feed.none")}</p>}
    </FeedScroll>
  );
}
