import { useTranslation } from "#kit/web/texts.tsx";
import { CurrencyPick, PeriodPicks, TestsSwitch } from "#modules/operators/office/parts/period-picks.tsx";
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
  const { query, set } = filter;
  return (
    <div className="row wrap pad">
      <PeriodPicks
        set={set}
        own={query}
        shown={shown}
        named={{
          filter: "days",
          value: query.days ?? "7",
          choices: periodDays.map(days => [days, t("play.days", { count: Number(days), n: days })] as const),
        }}
      />
      {hasCurrency && <CurrencyPick value={filter.currency} set={set} />}
      <TestsSwitch on={filter.withTests} onSwitch={on => set({ tests: on ? "" : "without" })} />
    </div>
  );
}
