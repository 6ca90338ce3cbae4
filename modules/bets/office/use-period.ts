import { useSearchParams } from "react-router";
import { periodDays } from "./contract.ts";

/** What a call takes of the filters in the page's address. */
interface PeriodQuery {
  readonly from?: string;
  readonly to?: string;
  readonly days?: (typeof periodDays)[number];
}

export interface PeriodFilter {
  readonly query: PeriodQuery;
  readonly withTests: boolean;
  readonly currency: string;
  /** Another filter of the address, or "". */
  get(name: string): string;
  /** Empty values are removed. */
  set(changes: Readonly<Record<string, string>>): void;
}

/** The period and other filters, from the address: a link to the page keeps them. */
export function usePeriod(): PeriodFilter {
  const [params, setParams] = useSearchParams();
  const get = (name: string) => params.get(name) ?? "";
  const days = periodDays.find(each => each === get("days"));
  const [from, to] = [get("from"), get("to")];
  return {
    query: { ...(days && { days }), ...(from !== "" && { from }), ...(to !== "" && { to }) },
    // Players of demo data are test accounts.
    withTests: get("tests") !== "without",
    currency: get("currency"),
    get,
    set(changes) {
      setParams(
        former => {
          const next = new URLSearchParams(former);
          for (const [name, value] of Object.entries(changes))
            if (value === "") next.delete(name);
            else next.set(name, value);
          return next;
        },
        { replace: true },
      );
    },
  };
}
