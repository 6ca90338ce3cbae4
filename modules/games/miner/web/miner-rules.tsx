import type { Language } from "#kit/i18n/locale.ts";
import { showDecimal, showMultiplier } from "#kit/i18n/numbers.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { RulesDialog } from "#modules/bets/web/rules-dialog.tsx";
import { minerConfiguration, multiplierAt } from "../shared/rules.ts";
import { brief, chanceOf } from "./figures.ts";

interface MinerRulesProps {
  readonly mines: number;
  readonly language: Language;
  onClose(): void;
}

/** The rules with exact odds: all numbers are computed from the settlement rules. */
export function MinerRules({ mines, language, onClose }: MinerRulesProps) {
  const { t } = useTranslation("miner");
  const local = (text: string) => showDecimal(text, language);
  const steps = Array.from({ length: minerConfiguration.tiles - mines }, (_, index) => index + 1);
  return (
    <RulesDialog title={t("rules.title")} onClose={onClose}>
      {(["lay", "pay", "cap", "wait", "show"] as const).map(key => (
        <p key={key}>{t(`rules.${key}`)}</p>
      ))}
      <h3>{t("rules.table", { count: mines })}</h3>
      <table>
        <thead>
          <tr>
            <th>{t("rules.gems")}</th>
            <th className="align-right">{t("rules.chance")}</th>
            <th className="align-right">{t("rules.multiplier")}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(safe => (
            <tr key={safe}>
              <td className="num">{safe}</td>
              <td className="align-right">{local(chanceOf(mines, safe))}%</td>
              <td className="align-right">{showMultiplier(brief(multiplierAt(mines, safe)), language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </RulesDialog>
  );
}
