import type { NumberLanguage } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { amount } from "#modules/desk/web/live-bets.tsx";
import { OwnBetsTable, useOwnBets } from "#modules/desk/web/own-bets.tsx";
import { getDiceRounds } from "../shared/contract.ts";

/** The player's own rolls, read anew when a roll was made. */
export function OwnRolls({ fresh, language }: { fresh: number; language: NumberLanguage }) {
  const { t } = useTranslation("dice");
  const own = useOwnBets(getDiceRounds, fresh);
  return (
    <OwnBetsTable
      own={own}
      heads={[t("roll"), t("stake"), t("paid")]}
      row={row => ({
        id: row.id,
        at: row.at,
        cells: [
          `${row.roll} ${row.direction === "over" ? ">" : "<"} ${row.target}`,
          amount(row.stake, row.currency, language),
          row.payout === "0" ? null : amount(row.payout, row.currency, language),
        ],
      })}
    />
  );
}
