import type { Language } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { amount } from "#modules/bets/web/live-bets.tsx";
import { OwnBetsTable, useOwnBets } from "#modules/bets/web/own-bets.tsx";
import { getCrashBets } from "../shared/contract.ts";

/** The player's own bets, reloaded when one has ended. */
export function OwnCrashBets({ fresh, language }: { fresh: number; language: Language }) {
  const { t } = useTranslation("crash");
  const own = useOwnBets(getCrashBets, fresh);
  return (
    <OwnBetsTable
      own={own}
      heads={[t("table.at"), t("table.bet"), t("table.paid")]}
      row={row => ({
        id: row.id,
        at: row.at,
        cells: [
          row.status === "voided"
            ? t("table.voided")
            : row.payout === "0"
              ? "–"
              : showMultiplier(row.multiplier, language),
          amount(row.stake, row.currency, language),
          row.payout === "0" ? null : amount(row.payout, row.currency, language),
        ],
      })}
    />
  );
}
