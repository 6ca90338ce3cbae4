import { showMultiplier } from "#kit/i18n/numbers.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { CommonRules, RulesDialog } from "#modules/bets/web/rules-dialog.tsx";
import type { GameInfo } from "#modules/bets/web/use-game-info.ts";
import type { PlayerContext } from "#modules/bets/web/use-player-context.ts";
import type { DiceRules as Rules } from "../shared/rules.ts";
import { decimal, multiplierOf, shownDecimal } from "./fields.ts";

const examples = [9800, 7500, 5000, 4950, 2500, 1000, 500, 100, 10, 1];

/** The rules with exact odds: all numbers are computed from the settlement rules. */
export function DiceRules({
  rules,
  info,
  playerContext,
  onClose,
}: {
  rules: Rules;
  info: GameInfo;
  playerContext: PlayerContext;
  onClose(): void;
}) {
  const { language } = playerContext;
  const { t } = useTranslation("dice");
  return (
    <RulesDialog title={t("rules.title")} onClose={onClose}>
      <p>{t("rules.draw")}</p>
      <p>{t("rules.pay", { rtp: info.rtp, edge: info.edge })}</p>
      <table>
        <thead>
          <tr>
            <th>{t("rules.winning")}</th>
            <th className="align-right">{t("chance")}</th>
            <th className="align-right">{t("multiplier")}</th>
          </tr>
        </thead>
        <tbody>
          {examples.map(winning => (
            <tr key={winning}>
              <td className="num">{winning} / 10 000</td>
              <td className="align-right">{shownDecimal(winning, 2, language)}%</td>
              <td className="align-right">
                {showMultiplier(decimal(multiplierOf(rules, { direction: "over", winning }), 4), language)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <CommonRules info={info} playerContext={playerContext} />
    </RulesDialog>
  );
}
