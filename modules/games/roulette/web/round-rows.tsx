import type { Language } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { amount } from "#modules/bets/web/live-bets.tsx";
import { RoundTable } from "#modules/engines/shared-rounds/web/round-column.tsx";
import type { RouletteView } from "./roulette-view.ts";

interface RowsProps {
  readonly view: RouletteView;
  readonly own: ReadonlySet<string>;
  readonly language: Language;
}

/** All players of this spin: their bets and, once the ball rests, their payouts. */
export function RoundRows({ view, own, language }: RowsProps) {
  const { t } = useTranslation("roulette");
  return (
    <RoundTable
      rows={view.bets}
      own={own}
      language={language}
      heads={[{ text: t("feed.player") }, { text: t("feed.bet") }, { text: t("feed.paid") }]}
      none={t("feed.none")}
      cells={row => (
        <td className={row.payout === null || row.payout === "0" ? "align-right faint" : "align-right paid"}>
          {row.payout === null ? "" : row.payout === "0" ? "–" : amount(row.payout, row.currency, language)}
        </td>
      )}
    />
  );
}
