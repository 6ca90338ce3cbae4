import { type AddressFilters, useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { periodDays } from "./contract.ts";

/** The filters in the page's address that a call uses. */
interface PeriodQuery {
  readonly from?: string;
  readonly to?: string;
  readonly days?: (typeof periodDays)[number];
}

export interface PeriodFilter extends Pick<AddressFilters, "get" | "set"> {
  readonly query: PeriodQuery;
  readonly withTests: boolean;
  readonly currency: string;
}

/** The period and other filters, from the address: a link to the page keeps them. */
export function usePeriod(): PeriodFilter {
  const { get, set } = useAddressFilters();
  const days = periodDays.find(each => each === get("days"));
  const [from, to] = [get("from"), get("to")];
  return {
    query: { ...(days && { days }), ...(from !== "" && { from }), ...(to !== "" && { to }) },
    // Players of demo data are test accounts.
    withTests: get("tests") !== "without",
    currency: get("currency"),
    get,
    set,
  };
}
