import { showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { RulesDialog } from "#modules/bets/web/rules-dialog.tsx";
import type { GameSession } from "#modules/bets/web/use-game-session.ts";
import { duelsRules, houseAfterMs, openForMs, openPerPlayer } from "../shared/rules.ts";

/** The rules in words; all figures come from the settlement rules. */
export function DuelsRules({ gameSession }: { gameSession: GameSession }) {
  const { t } = useTranslation("duels");
  const { currency, language } = gameSession.playerContext;
  const money = (sum: bigint) => showMoney(sum, currency, language, { brief: true });
  const percent = duelsRules.current.payout_percent;
  return (
    <RulesDialog title={t("rules.title")} onClose={() => gameSession.rules.set(false)}>
      <p>{t("rules.coin")}</p>
      <p>{t("rules.pay", { percent, fee: 100 - percent })}</p>
      <p>{t("rules.wait", { hours: openForMs / 3_600_000, most: openPerPlayer })}</p>
      <p>{t("rules.house", { seconds: houseAfterMs / 1000 })}</p>
      <p>{t("how")}</p>
      <p>{t("rules.limits", { min: money(gameSession.info.limits.min), max: money(gameSession.info.limits.max) })}</p>
    </RulesDialog>
  );
}
