import { currencyCodes } from "#kit/money/currency.ts";
import { type AddressFilters, useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { figureZones, type PeriodName, periodNames } from "./figures-contract.ts";

/** What the calls of figures take of the page's address. */
interface FigureQuery {
  readonly period?: PeriodName;
  readonly from?: string;
  readonly to?: string;
  readonly zone: (typeof figureZones)[number];
  readonly currency?: string;
  readonly tests?: "with";
}

export interface FigureFilter extends Pick<AddressFilters, "get" | "set"> {
  readonly query: FigureQuery;
  readonly against: "before" | "week";
  /** The address of the list of a figure, with these filters and more. */
  to(path: string, more?: Readonly<Record<string, string>>): string;
}

/** The filters of figures, from the address: a link to the page keeps them. Values that are none are left out. */
export function useFigureFilter(): FigureFilter {
  const { params, get, set } = useAddressFilters();
  const [from, to] = [get("from"), get("to")];
  const period = periodNames.find(name => name === get("period"));
  const currency = currencyCodes.find(code => code === get("currency"));
  return {
    query: {
      ...(period && { period }),
      ...(from !== "" && { from }),
      ...(to !== "" && { to }),
      zone: figureZones.find(name => name === get("zone")) ?? "UTC",
      ...(currency && { currency }),
      ...(get("tests") === "with" && { tests: "with" as const }),
    },
    against: get("against") === "week" ? "week" : "before",
    to(path, more = {}) {
      const next = new URLSearchParams(params);
      for (const [name, value] of Object.entries(more)) next.set(name, value);
      return next.size > 0 ? `${path}?${next}` : path;
    },
    get,
    set,
  };
}
