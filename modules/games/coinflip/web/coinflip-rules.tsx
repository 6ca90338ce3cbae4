import { showMultiplier } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { multiplierText } from "#modules/bets/shared/multiplier.ts";
import { CommonRules, RulesDialog } from "#modules/bets/web/rules-dialog.tsx";
import type { GameInfo, Table } from "#modules/bets/web/use-table.ts";
import { mostFlips, multiplierAfter } from "../shared/rules.ts";

const flips = Array.from({ length: mostFlips }, (_, index) => index + 1);

/** The rules with exact odds: every number here is computed from the rules that settle. */
export function CoinflipRules({ info, table, onClose }: { info: GameInfo; table: Table; onClose(): void }) {
  const { t } = useTranslation("coinflip");
  return (
    <RulesDialog title={t("rules.title")} onClose={onClose}>
      <p>{t("rules.flip", { rtp: info.rtp })}</p>
      <p>{t("rules.ladder", { most: mostFlips })}</p>
      <table>
        <thead>
          <tr>
            <th>{t("rules.flips")}</th>
            <th className="r">{t("rules.chance")}</th>
            <th className="r">{t("rules.multiplier")}</th>
          </tr>
        </thead>
        <tbody>
          {flips.map(count => {
            const { numerator, denominator } = multiplierAfter(count);
            return (
              <tr key={count}>
                <td className="num">{count}</td>
                <td className="r num">1 / {2 ** count}</td>
                <td className="r">{showMultiplier(multiplierText(numerator, denominator), table.language)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <CommonRules info={info} table={table} />
    </RulesDialog>
  );
}
