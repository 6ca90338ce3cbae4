import type { ReactNode } from "react";
import { currencyCodes } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { Pick } from "./pick.tsx";
import type { AddressFilters } from "./use-address-filters.ts";

type SetFilters = AddressFilters["set"];

interface PeriodPicksProps {
  readonly set: SetFilters;
  /** The days of the address, if it names some. */
  readonly own: { readonly from?: string; readonly to?: string };
  /** The days that are shown. */
  readonly shown: { readonly from: string; readonly to: string } | undefined;
  /** The filter that names a period, its value when the address names none, and its choices. */
  readonly named: {
    readonly filter: string;
    readonly value: string;
    readonly choices: readonly (readonly [string, string])[];
  };
}

/** Chooses a named period, or two days. */
export function PeriodPicks({ set, own, shown, named }: PeriodPicksProps): ReactNode {
  const { t } = useTranslation("office");
  const isOwn = own.from !== undefined || own.to !== undefined;
  const day = (name: "from" | "to") => (
    <input
      type="date"
      className="pick"
      aria-label={t(`play.${name}`)}
      min="2000-01-01"
      max="2099-12-31"
      value={own[name] ?? shown?.[name] ?? ""}
      onChange={({ target }) => {
        if (target.value !== "")
          set({ from: shown?.from ?? "", to: shown?.to ?? "", [name]: target.value, [named.filter]: "" });
      }}
    />
  );
  return (
    <>
      <Pick
        label={t("play.period")}
        value={isOwn ? "" : named.value}
        choices={[...(isOwn ? ([["", t("play.own_period")]] as const) : []), ...named.choices]}
        onPick={picked => set({ [named.filter]: picked, from: "", to: "" })}
      />
      {day("from")}
      {day("to")}
    </>
  );
}

/** Chooses one currency, or all in euros. */
export function CurrencyPick({ value, set }: { readonly value: string; readonly set: SetFilters }) {
  const { t } = useTranslation("office");
  return (
    <Pick
      label={t("dashboard.currency")}
      value={value}
      choices={[["", t("dashboard.all_in", { currency: "EUR" })], ...currencyCodes.map(code => [code, code] as const)]}
      onPick={currency => set({ currency })}
    />
  );
}

/** Whether test accounts count. */
export function TestsSwitch({ on, onSwitch }: { readonly on: boolean; onSwitch(on: boolean): void }) {
  const { t } = useTranslation("office");
  return (
    <label className="row sm">
      <input type="checkbox" checked={on} onChange={({ target }) => onSwitch(target.checked)} />
      {t("dashboard.tests")}
    </label>
  );
}
