import { currencyCodes } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { figureZones, periodNames } from "./figures-contract.ts";
import type { FigureFilter } from "./use-figure-filter.ts";

interface FigureBarProps {
  readonly filter: FigureFilter;
  /** The days that are shown. */
  readonly shown: { readonly from: string; readonly to: string } | undefined;
  /** Whether another period is shown beside. */
  readonly compares?: boolean;
}

/** Chooses days, zone, currency, and whether test accounts count. */
export function FigureBar({ filter, shown, compares }: FigureBarProps) {
  const { t } = useTranslation("office");
  const { query } = filter;
  const isOwn = query.from !== undefined || query.to !== undefined;
  const day = (name: "from" | "to") => (
    <input
      type="date"
      className="pick"
      aria-label={t(`figures.${name}`)}
      min="2000-01-01"
      max="2099-12-31"
      value={query[name] ?? shown?.[name] ?? ""}
      onChange={({ target }) => {
        if (target.value !== "")
          filter.set({ from: shown?.from ?? "", to: shown?.to ?? "", [name]: target.value, period: "" });
      }}
    />
  );
  return (
    <div className="row wrap">
      <Pick
        label={t("figures.period")}
        value={isOwn ? "" : (query.period ?? "today")}
        choices={[
          ...(isOwn ? ([["", t("figures.periods.own")]] as const) : []),
          ...periodNames.map(name => [name, t(`figures.periods.${name}`)] as const),
        ]}
        onPick={period => filter.set({ period, from: "", to: "" })}
      />
      {day("from")}
      {day("to")}
      <Pick
        label={t("figures.zone")}
        value={query.zone}
        choices={figureZones.map(zone => [zone, zone.replace("_", " ")] as const)}
        onPick={zone => filter.set({ zone })}
      />
      {compares && (
        <Pick
          label={t("figures.against")}
          value={filter.against}
          choices={[
            ["before", t("figures.against_before")],
            ["week", t("figures.against_week")],
          ]}
          onPick={against => filter.set({ against })}
        />
      )}
      <Pick
        label={t("dashboard.currency")}
        value={query.currency ?? ""}
        choices={[
          ["", t("dashboard.all_in", { currency: "EUR" })],
          ...currencyCodes.map(code => [code, code] as const),
        ]}
        onPick={currency => filter.set({ currency })}
      />
      <label className="row sm">
        <input
          type="checkbox"
          checked={query.tests === "with"}
          onChange={({ target }) => filter.set({ tests: target.checked ? "with" : "" })}
        />
        {t("dashboard.tests")}
      </label>
    </div>
  );
}
