import { dateFormat } from "#kit/i18n/format.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { pageLanguage } from "#modules/operators/office/language.ts";
import type { FigureFilter } from "./use-figure-filter.ts";

/** The hour that a list is of, with a button for the whole period; empty without one. */
export function HourNote({ filter }: { readonly filter: FigureFilter }) {
  const { t } = useTranslation("office");
  const hour = filter.get("hour");
  if (hour === "" || Number.isNaN(Date.parse(hour))) return null;
  const show = dateFormat(pageLanguage(), "moment", filter.query.zone);
  return (
    <p className="row">
      {t("figures.in_hour", { from: show(hour) })}
      <button type="button" className="btn s" onClick={() => filter.set({ hour: "" })}>
        {t("figures.all_hours")}
      </button>
    </p>
  );
}
