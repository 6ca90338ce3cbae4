import { showMultiplier } from "#kit/money/show.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { CommonRules, RulesDialog } from "#modules/bets/web/rules-dialog.tsx";
import type { GameInfo, Table } from "#modules/bets/web/use-table.ts";
import { type Case, casesReturn, mostAtOnce } from "../shared/rules.ts";
import { chance } from "./inside.tsx";

interface CasesRulesProps {
  readonly of: Case;
  readonly info: GameInfo;
  readonly table: Table;
  onClose(): void;
}

/** The rules with exact odds: every number here is computed from the rules that settle. */
export function CasesRules({ of, info, table, onClose }: CasesRulesProps) {
  const { t } = useTranslation("cases");
  return (
    <RulesDialog title={t("rules.title")} onClose={onClose}>
      <p>{t("rules.draw")}</p>
      <p>{t("rules.pay", { rtp: casesReturn, most: mostAtOnce })}</p>
      <h3>{t(`names.${of.slug}`)}</h3>
      <table>
        <thead>
          <tr>
            <th>{t("rules.prize")}</th>
            <th className="r">{t("rules.of_price")}</th>
            <th className="r">{t("rules.chance")}</th>
          </tr>
        </thead>
        <tbody>
          {of.prizes.map(({ item, multiple, odds }) => (
            <tr key={multiple}>
              <td>{t(`items.${item}`)}</td>
              <td className="r">{showMultiplier(formatHundredths(multiple), table.language)}</td>
              <td className="r">{chance(odds, table.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <CommonRules info={info} table={table} />
    </RulesDialog>
  );
}
