import { showMultiplier } from "#kit/i18n/numbers.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { multiplierText } from "#modules/bets/shared/multiplier.ts";
import { CommonRules, RulesDialog } from "#modules/bets/web/rules-dialog.tsx";
import type { GameInfo } from "#modules/bets/web/use-game-info.ts";
import type { PlayerContext } from "#modules/bets/web/use-player-context.ts";
import { coinflipRules, multiplierAfter } from "../shared/rules.ts";

const { current: rules } = coinflipRules;
const { most_flips: mostFlips } = rules;

const flips = Array.from({ length: mostFlips }, (_, index) => index + 1);

/** The rules with exact odds: all numbers are computed from the settlement rules. */
export function CoinflipRules({
  info,
  playerContext,
  onClose,
}: {
  info: GameInfo;
  playerContext: PlayerContext;
  onClose(): void;
}) {
  const { t } = useTranslation("coinflip");
  return (
    <RulesDialog title={t("rules.title")} onClose={onClose}>
      <p>{t("rules.flip", { rtp: info.rtp })}</p>
      <p>{t("rules.ladder", { most: mostFlips })}</p>
      <table>
        <thead>
          <tr>
            <th>{t("rules.flips")}</th>
            <th className="align-right">{t("rules.chance")}</th>
            <th className="align-right">{t("rules.multiplier")}</th>
          </tr>
        </thead>
        <tbody>
          {flips.map(count => {
            const { numerator, denominator } = multiplierAfter(rules, count);
            return (
              <tr key={count}>
                <td className="num">{count}</td>
                <td className="align-right num">1 / {2 ** count}</td>
                <td className="align-right">
                  {showMultiplier(multiplierText(numerator, denominator), playerContext.language)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <CommonRules info={info} playerContext={playerContext} />
    </RulesDialog>
  );
}
