import { useTranslation } from "#kit/web/texts.tsx";
import { CurrencyPick, PeriodPicks, TestsSwitch } from "#modules/operators/office/parts/period-picks.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { figureZones, periodNames } from "./figures-contract.ts";
import type { FigureFilter } from "./use-figure-filter.ts";

interface FigureBarProps {
  readonly filter: FigureFilter;
  /** The displayed days. */
  readonly shown: { readonly from: string; readonly to: string } | undefined;
  /** Whether figures are compared with another period. */
  readonly compares?: boolean;
}

/** Chooses days, zone, currency, and whether test accounts count. */
export function FigureBar({ filter, shown, compares }: FigureBarProps) {
  const { t } = useTranslation("office");
  const { query, set } = filter;
  return (
    <div className="row wrap">
      <PeriodPicks
        set={set}
        own={query}
        shown={shown}
        named={{
          filter: "period",
          value: query.period ?? "today",
          choices: periodNames.map(name => [name, t(`figures.periods.${name}`)] as const),
        }}
      />
      <Pick
        label={t("figures.zone")}
        value={query.zone}
        choices={figureZones.map(zone => [zone, zone.replace("_", " ")] as const)}
        onPick={zone => set({ zone })}
      />
      {compares && (
        <Pick
          label={t("figures.against")}
          value={filter.against}
          choices={[
            ["before", t("figures.against_before")],
            ["week", t("figures.against_week")],
          ]}
          onPick={against => set({ against })}
        />
      )}
      <CurrencyPick value={query.currency ?? ""} set={set} />
      <TestsSwitch on={query.tests === "with"} onSwitch={on => set({ tests: on ? "with" : "" })} />
    </div>
  );
}
