import type { Language } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { OwnGameBets } from "#modules/bets/web/own-bets.tsx";
import { getCoinflipRounds } from "../shared/contract.ts";

/** The player's own flips and ladders. */
export function OwnCoins({ fresh, language }: { fresh: number; language: Language }) {
  const { t } = useTranslation("coinflip");
  return (
    <OwnGameBets
      route={getCoinflipRounds}
      fresh={fresh}
      language={language}
      head={t("bet")}
      describe={({ ladder, called, outcome }) => {
        if (outcome === null) return `${t("way.ladder")}, ${t("open")}`;
        return ladder ? t("row_ladder", { count: called.length }) : called.map(side => t(side)).join("");
      }}
    />
  );
}
