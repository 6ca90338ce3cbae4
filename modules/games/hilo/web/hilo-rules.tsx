import type { Language } from "#kit/i18n/locale.ts";
import { showDecimal, showMultiplier } from "#kit/i18n/numbers.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { multiplierText } from "#modules/bets/shared/multiplier.ts";
import { RulesDialog } from "#modules/bets/web/rules-dialog.tsx";
import { chanceOf, hiloConfiguration } from "../shared/rules.ts";
import { brief, chancePercent } from "./figures.ts";
import { rankSign } from "./playing-card.tsx";

const ranks = Array.from({ length: hiloConfiguration.ranks }, (_, card) => card);

/** The rules with exact odds: all numbers are computed from the settlement rules. */
export function HiloRules({ language, onClose }: { language: Language; onClose(): void }) {
  const { t } = useTranslation("hilo");
  const local = (text: string) => showDecimal(text, language);
  const cell = (card: number, guess: "higher" | "lower") => {
    const { numerator, denominator } = chanceOf(card, guess);
    return `${local(chancePercent(card, guess))}% · ${showMultiplier(brief(multiplierText(denominator, numerator)), language)}`;
  };
  return (
    <RulesDialog title={t("rules.title")} onClose={onClose}>
      {(["deal", "guess", "pay", "cap", "wait"] as const).map(key => (
        <p key={key}>{t(`rules.${key}`)}</p>
      ))}
      <table>
        <thead>
          <tr>
            <th>{t("rules.rank")}</th>
            <th className="align-right">{t("rules.higher")}</th>
            <th className="align-right">{t("rules.lower")}</th>
          </tr>
        </thead>
        <tbody>
          {ranks.map(card => (
            <tr key={card}>
              <td className="num">{rankSign(card)}</td>
              <td className="align-right">{cell(card, "higher")}</td>
              <td className="align-right">{cell(card, "lower")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </RulesDialog>
  );
}
