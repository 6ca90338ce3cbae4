import { useMemo, useState } from "react";
import { useTimeZone } from "#kit/web/use-dates.ts";
import { type Days, daysOf, instantsOf, type PeriodName } from "./periods.ts";

/** `all` is every time: then the days are those that the reader would begin with. */
export type Period = PeriodName | "all";

/** The period that the reader chose, in days of their time zone; `span` is null while two own dates are no period. */
export function usePeriod(initial: Period) {
  const zone = useTimeZone();
  const [period, setPeriod] = useState(initial);
  const [own, setOwn] = useState<Days>();
  const days = useMemo(() => {
    if (period === "own" && own) return own;
    return daysOf(period === "all" ? "month" : period, new Date(), zone);
  }, [period, own, zone]);
  const span = useMemo(() => instantsOf(days, zone), [days, zone]);
  /** Own dates begin with those that were shown. */
  const choose = (name: Period) => {
    if (name === "own") setOwn(days);
    setPeriod(name);
  };
  return { period, choose, days, setDays: setOwn, span };
}
