import { showDecimal, showMultiplier } from "#kit/i18n/numbers.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { CommonRules, RulesDialog } from "#modules/bets/web/rules-dialog.tsx";
import type { GameInfo } from "#modules/bets/web/use-game-info.ts";
import type { PlayerContext } from "#modules/bets/web/use-player-context.ts";
import { allDraws, drawsWith, returnPercent } from "../shared/odds.ts";
import { type Risk, type KenoRules as Rules, rowOf } from "../shared/rules.ts";

interface KenoRulesProps {
  readonly rules: Rules;
  readonly info: GameInfo;
  readonly playerContext: PlayerContext;
  /** The table row of the player's current choice. */
  readonly risk: Risk;
  readonly picks: number;
  onClose(): void;
}

/** The rules with exact odds: all numbers are computed from the settlement rules. */
export function KenoRules({ rules, info, playerContext, risk, picks, onClose }: KenoRulesProps) {
  const { language } = playerContext;
  const { t } = useTranslation("keno");
  const row = rowOf(rules, risk, picks);
  const local = (text: string) => showDecimal(text, language);
  return (
    <RulesDialog title={t("rules.title")} onClose={onClose}>
      <p>{t("rules.draw")}</p>
      <p>{t("rules.pay")}</p>
      <h3>{t("rules.row", { risk: t(`risk.${risk}`), count: picks })}</h3>
      <table>
        <thead>
          <tr>
            <th>{t("hits")}</th>
            <th className="align-right">{t("rules.chance")}</th>
            <th className="align-right">{t("rules.multiplier")}</th>
          </tr>
        </thead>
        <tbody>
          {row.map((hundredths, hits) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the number of hits
            <tr key={hits}>
              <td className="num">{hits}</td>
              <td className="align-right">{local(chancePercent(picks, hits))}%</td>
              <td className="align-right">{showMultiplier(formatHundredths(hundredths), language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t("rules.return", { rtp: local(returnPercent(row)) })}</p>
      <CommonRules info={info} playerContext={playerContext} />
    </RulesDialog>
  );
}

/** The chance of this many hits in percent, with seven decimals if it is small; truncated. */
function chancePercent(picks: number, hits: number): string {
  const scaled = (drawsWith(picks, hits) * 1_000_000_000n) / allDraws;
  const text = `${scaled / 10_000_000n}.${(scaled % 10_000_000n).toString().padStart(7, "0")}`;
  return scaled >= 1_000_000n ? text.slice(0, text.indexOf(".") + 3) : text;
}
