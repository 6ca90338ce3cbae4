import { useTranslation } from "#kit/web/texts.tsx";
import { percent } from "#modules/operators/office/parts/figures.tsx";
import { Tag } from "#modules/operators/office/parts/office-page.tsx";

/** A return as calls have it: percent with its 95 % confidence bounds. */
export interface MeasuredView {
  readonly bets: number;
  readonly result: { readonly measured: string; readonly low: string; readonly high: string } | null;
}

/** A percentage of a call. */
export const percentOf = (text: string): string =>
  percent(Number(text) / 100, { minimumFractionDigits: 2, maximumFractionDigits: 3 });

/** The measured return and its bounds; it says when the designed return is outside of them. */
export function Measured({ of: { result }, designed }: { of: MeasuredView; designed: string | null }) {
  const { t } = useTranslation("office");
  if (!result) return <span className="muted">{t("play.too_few")}</span>;
  const isOutside =
    designed !== null && (Number(designed) < Number(result.low) || Number(designed) > Number(result.high));
  return (
    <span className="num nowrap">
      <b>{percentOf(result.measured)}</b>{" "}
      <span className="muted">{t("play.bounds", { low: percentOf(result.low), high: percentOf(result.high) })}</span>{" "}
      {isOutside && <Tag tone="wait">{t("play.outside")}</Tag>}
    </span>
  );
}
