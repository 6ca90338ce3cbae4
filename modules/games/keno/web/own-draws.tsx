import type { NumberLanguage } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { amount } from "#modules/desk/web/live-bets.tsx";
import { OwnBetsTable, useOwnBets } from "#modules/desk/web/own-bets.tsx";
import { getKenoRounds } from "../shared/contract.ts";

/** The player's own draws, read anew when one was made. */
export function OwnDraws({ fresh, language }: { fresh: number; language: NumberLanguage }) {
  const { t } = useTranslation("keno");
  const own = useOwnBets(getKenoRounds, fresh);
  return (
    <OwnBetsTable
      own={own}
      heads={[t("hits"), t("stake"), t("paid")]}
      row={row => ({
        id: row.id,
        at: row.at,
        cells: [
          t("hits_of", { hits: row.hits, picks: row.picks.length }),
          amount(row.stake, row.currency, language),
          row.payout === "0" ? null : amount(row.payout, row.currency, language),
        ],
      })}
    />
  );
}
