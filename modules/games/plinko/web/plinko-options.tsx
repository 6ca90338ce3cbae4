import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { rowCounts } from "../shared/odds.ts";
import { type PlinkoBet, type Risk, risks } from "../shared/rules.ts";

interface PlinkoOptionsProps {
  readonly bet: PlinkoBet;
  onChange(bet: PlinkoBet): void;
}

/** Plinko's settings besides the stake: the risk, and the number of rows. */
export function PlinkoOptions({ bet, onChange }: PlinkoOptionsProps) {
  const { t } = useTranslation("plinko");
  return (
    <>
      <div>
        <div className="field-label">{t("risk.label")}</div>
        <Tabs<Risk>
          label={t("risk.label")}
          value={bet.risk}
          onChange={risk => onChange({ ...bet, risk })}
          fill
          items={risks.map(value => ({ value, text: t(`risk.${value}`) }))}
        />
      </div>
      <div className="plinko-rows">
        <div className="field-label">{t("rows")}</div>
        <Tabs
          label={t("rows")}
          value={String(bet.rows)}
          onChange={rows => onChange({ ...bet, rows: Number(rows) })}
          fill
          items={rowCounts.map(rows => ({ value: String(rows), text: rows }))}
        />
      </div>
    </>
  );
}
