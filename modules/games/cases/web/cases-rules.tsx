import { showMultiplier } from "#kit/i18n/numbers.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { CommonRules, RulesDialog } from "#modules/bets/web/rules-dialog.tsx";
import type { GameInfo } from "#modules/bets/web/use-game-info.ts";
import type { PlayerContext } from "#modules/bets/web/use-player-context.ts";
import { type Case, casesRules, rtpPercentOf } from "../shared/rules.ts";
import { chance } from "./inside.tsx";

const { current: rules } = casesRules;

interface CasesRulesProps {
  readonly of: Case;
  readonly info: GameInfo;
  readonly playerContext: PlayerContext;
  onClose(): void;
}

/** The rules with exact odds: all numbers are computed from the settlement rules. */
export function CasesRules({ of, info, playerContext, onClose }: CasesRulesProps) {
  const { t } = useTranslation("cases");
  return (
    <RulesDialog title={t("rules.title")} onClose={onClose}>
      <p>{t("rules.draw")}</p>
      <p>{t("rules.pay", { rtp: rtpPercentOf(rules), most: rules.most_at_once })}</p>
      <h3>{t(`names.${of.slug}`)}</h3>
      <table>
        <thead>
          <tr>
            <th>{t("rules.prize")}</th>
            <th className="align-right">{t("rules.of_price")}</th>
            <th className="align-right">{t("rules.chance")}</th>
          </tr>
        </thead>
        <tbody>
          {of.prizes.map(({ item, multiple, odds }) => (
            <tr key={multiple}>
              <td>{t(`items.${item}`)}</td>
              <td className="align-right">{showMultiplier(formatHundredths(multiple), playerContext.language)}</td>
              <td className="align-right">{chance(odds, playerContext.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <CommonRules info={info} playerContext={playerContext} />
    </RulesDialog>
  );
}
