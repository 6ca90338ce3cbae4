import { useTranslation } from "#kit/web/texts.tsx";
import { CommonRules, RulesDialog } from "#modules/bets/web/rules-dialog.tsx";
import type { GameInfo } from "#modules/bets/web/use-game-info.ts";
import type { PlayerContext } from "#modules/bets/web/use-player-context.ts";
import type { LimboRules as Rules } from "../shared/rules.ts";
import { chanceOf, shownChance, shownMultiplier } from "./fields.ts";

const examples = [101, 150, 200, 500, 1_000, 10_000, 100_000, 1_000_000, 100_000_000];

/** The rules with exact odds: all numbers are computed from the settlement rules. */
export function LimboRules({
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
  const { t } = useTranslation("limbo");
  return (
    <RulesDialog title={t("rules.title")} onClose={onClose}>
      <p>{t("rules.draw")}</p>
      <p>{t("rules.pay", { rtp: info.rtp, edge: info.edge })}</p>
      <table>
        <thead>
          <tr>
            <th>{t("target")}</th>
            <th className="align-right">{t("chance")}</th>
          </tr>
        </thead>
        <tbody>
          {examples.map(target => (
            <tr key={target}>
              <td className="num">{shownMultiplier(target, language)}×</td>
              <td className="align-right">{shownChance(chanceOf(rules, target), language)}%</td>
            </tr>
          ))}
        </tbody>
      </table>
      <CommonRules info={info} playerContext={playerContext} />
    </RulesDialog>
  );
}
