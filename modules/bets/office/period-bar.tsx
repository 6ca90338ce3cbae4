import { currencyCodes } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { periodDays } from "./contract.ts";
import type { PeriodFilter } from "./use-period.ts";

interface PeriodBarProps {
  readonly filter: PeriodFilter;
  /** The days that are shown. */
  readonly shown: { readonly from: string; readonly to: string } | undefined;
  /** False where sums are shown by currency. */
  readonly hasCurrency?: boolean;
}

/** Chooses days, currency, and whether test accounts count. */
export function PeriodBar({ filter, shown, hasCurrency = true }: PeriodBarProps) {
  const { t } = useTranslation("office");
  const { query } = filter;
  const isOwn = query.from !== undefined || query.to !== undefined;
  const day = (name: "from" | "to") => (
    <input
      type="date"
      className="pick"
      aria-label={t(`play.${name}`)}
      min="2000-01-01"
      max="2099-12-31"
      value={query[name] ?? shown?.[name] ?? ""}
      onChange={({ target }) => {
        if (target.value !== "")
          filter.set({ from: shown?.from ?? "", to: shown?.to ?? "", [name]: target.value, days: "" });
      }}
    />
  );
  return (
    <div className="row wrap pad">
      <Pick
        label={t("play.period")}
        value={isOwn ? "" : (query.days ?? "7")}
        choices={[
          ...(isOwn ? ([["", t("play.own_period")]] as const) : []),
          ...periodDays.map(days => [days, t("play.days", { count: Number(days), n: days })] as const),
        ]}
        onPick={days => filter.set({ days, from: "", to: "" })}
      />
      {day("from")}
      {day("to")}
      {hasCurrency && (
        <Pick
          label={t("dashboard.currency")}
          value={filter.currency}
          choices={[
            ["", t("dashboard.all_in", { currency: "EUR" })],
            ...currencyCodes.map(code => [code, code] as const),
          ]}
          onPick={currency => filter.set({ currency })}
        />
      )}
      <label className="row sm">
        <input
          type="checkbox"
          checked={filter.withTests}
          onChange={({ target }) => filter.set({ tests: target.checked ? "" : "without" })}
        />
        {t("dashboard.tests")}
      </label>
    </div>
  );
}
