import { useTranslation } from "#kit/web/texts.tsx";
import { CommonCap, RulesDialog } from "#modules/bets/web/rules-dialog.tsx";
import type { GameSession } from "#modules/bets/web/use-game-session.ts";
import {
  battlesRules,
  fewestSeats,
  mostCases,
  mostSeats,
  openForMs,
  openPerPlayer,
  rtpPercentOf,
} from "../shared/rules.ts";

/** The rules in words; all figures come from the settlement rules. */
export function BattlesRules({ gameSession }: { gameSession: GameSession }) {
  const { t } = useTranslation("battles");
  return (
    <RulesDialog title={t("rules.title")} onClose={() => gameSession.rules.set(false)}>
      <p>{t("rules.open", { from: fewestSeats, to: mostSeats, most: mostCases })}</p>
      <p>{t("rules.win")}</p>
      <p>{t("rules.return", { rtp: rtpPercentOf(battlesRules.current) })}</p>
      <p>{t("rules.wait", { minutes: openForMs / 60_000, most: openPerPlayer })}</p>
      <p>{t("rules.players")}</p>
      <p>{t("rules.fair")}</p>
      <CommonCap info={gameSession.info} playerContext={gameSession.playerContext} />
    </RulesDialog>
  );
}
