import type { Language } from "#kit/i18n/locale.ts";
import { showDecimal, showMultiplier } from "#kit/i18n/numbers.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { RulesDialog } from "#modules/bets/web/rules-dialog.tsx";
import type { GameInfo } from "#modules/bets/web/use-game-info.ts";
import { crashRules, drawsReaching } from "../shared/rules.ts";

const targets = [101, 150, 200, 300, 500, 1000, 2000, 10_000, 100_000];

/** The rules with exact odds: the share of all equally likely numbers whose point is at least the target. */
export function CrashRules(props: { info: GameInfo; currency: Currency; language: Language; onClose(): void }) {
  const { info, currency, language } = props;
  const { t } = useTranslation("crash");
  return (
    <RulesDialog title={t("rules.title")} onClose={props.onClose}>
      <p>{t("rules.climb")}</p>
      <p>{t("rules.cash")}</p>
      <p>{t("rules.pay", { rtp: info.rtp, edge: info.edge })}</p>
      <table>
        <thead>
          <tr>
            <th>{t("rules.target")}</th>
            <th className="align-right">{t("rules.chance")}</th>
          </tr>
        </thead>
        <tbody>
          {targets.map(target => (
            <tr key={target}>
              <td>{showMultiplier(formatHundredths(target), language)}</td>
              <td className="align-right">{percent(target, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t("rules.void")}</p>
      <p>{t("rules.cap", { cap: showMoney(info.winCap, currency, language, { brief: true }) })}</p>
    </RulesDialog>
  );
}

/** Four decimals of the exact chance, truncated. */
function percent(target: number, language: Language): string {
  const millionths = (drawsReaching(crashRules.current, target) * 1_000_000n) >> 52n;
  const text = `${millionths / 10_000n}.${(millionths % 10_000n).toString().padStart(4, "0")}%`;
  return showDecimal(text, language);
}
