import { useSearchParams } from "react-router";

/** The filters of a page, in its address: a link to the page keeps them. */
export interface AddressFilters {
  readonly params: URLSearchParams;
  /** A filter, or "". */
  get(name: string): string;
  /** Empty values are removed. */
  set(changes: Readonly<Record<string, string>>): void;
}

export function useAddressFilters(): AddressFilters {
  const [params, setParams] = useSearchParams();
  return {
    params,
    get: name => params.get(name) ?? "",
    set(changes) {
      setParams(former => changedFilters(former, changes), { replace: true });
    },
  };
}

function changedFilters(former: URLSearchParams, changes: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(former);
  for (const [name, value] of Object.entries(changes))
    if (value === "") next.delete(name);
    else next.set(name, value);
  return next;
}
