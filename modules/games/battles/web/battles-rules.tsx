import { useTranslation } from "#kit/web/texts.tsx";
import { CommonCap, RulesDialog } from "#modules/bets/web/rules-dialog.tsx";
import type { GameDesk } from "#modules/bets/web/use-game-desk.ts";
import { battlesReturn, fewestSeats, mostCases, mostSeats, openForMs, openPerPlayer } from "../shared/rules.ts";

/** The rules in words; every figure comes from the rules that settle. */
export function BattlesRules({ desk }: { desk: GameDesk }) {
  const { t } = useTranslation("battles");
  return (
    <RulesDialog title={t("rules.title")} onClose={() => desk.rules.set(false)}>
      <p>{t("rules.open", { from: fewestSeats, to: mostSeats, most: mostCases })}</p>
      <p>{t("rules.win")}</p>
      <p>{t("rules.return", { rtp: battlesReturn })}</p>
      <p>{t("rules.wait", { minutes: openForMs / 60_000, most: openPerPlayer })}</p>
      <p>{t("rules.players")}</p>
      <p>{t("rules.fair")}</p>
      <CommonCap info={desk.info} table={desk.table} />
    </RulesDialog>
  );
}
