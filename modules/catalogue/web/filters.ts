import type { CatalogueQuery } from "../shared/contract.ts";

/** What the address of a list asks for: it works without a script, and can be shared. */
export interface Filters {
  readonly search: string;
  readonly provider: string;
  readonly category: string;
  readonly tag: string;
  readonly volatility: string;
  readonly rtp_min: string;
  readonly new: string;
  readonly sort: string;
}

export const filterNames = ["search", "provider", "category", "tag", "volatility", "rtp_min", "new", "sort"] as const;

export function filtersOf(query: URLSearchParams): Filters {
  const read = (name: string) => (query.get(name) ?? "").slice(0, name === "search" ? 80 : 40);
  return Object.fromEntries(filterNames.map(name => [name, read(name)])) as unknown as Filters;
}

export const isFiltered = (filters: Filters): boolean =>
  filterNames.some(name => name !== "sort" && filters[name] !== "");

/** The query of the call; what is not chosen is left out. */
export function queryOf(filters: Filters): CatalogueQuery {
  return Object.fromEntries(filterNames.flatMap(name => (filters[name] === "" ? [] : [[name, filters[name]]])));
}

/** The address with another choice; the same choice again takes it away. */
export function searchWith(filters: Filters, change: Partial<Filters>): string {
  const query = new URLSearchParams(queryOf({ ...filters, ...change }) as Record<string, string>);
  return query.size > 0 ? `?${query}` : "?";
}
