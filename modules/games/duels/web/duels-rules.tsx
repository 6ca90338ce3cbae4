import { showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { RulesDialog } from "#modules/bets/web/rules-dialog.tsx";
import type { GameDesk } from "#modules/bets/web/use-game-desk.ts";
import { duelsConfiguration, houseAfterMs, openForMs, openPerPlayer } from "../shared/rules.ts";

/** The rules in words; every figure comes from the rules that settle. */
export function DuelsRules({ desk }: { desk: GameDesk }) {
  const { t } = useTranslation("duels");
  const { currency, language } = desk.table;
  const money = (sum: bigint) => showMoney(sum, currency, language, { brief: true });
  const percent = duelsConfiguration.payout_percent;
  return (
    <RulesDialog title={t("rules.title")} onClose={() => desk.rules.set(false)}>
      <p>{t("rules.coin")}</p>
      <p>{t("rules.pay", { percent, fee: 100 - percent })}</p>
      <p>{t("rules.wait", { hours: openForMs / 3_600_000, most: openPerPlayer })}</p>
      <p>{t("rules.house", { seconds: houseAfterMs / 1000 })}</p>
      <p>{t("how")}</p>
      <p>{t("rules.limits", { min: money(desk.info.limits.min), max: money(desk.info.limits.max) })}</p>
    </RulesDialog>
  );
}
