import { useEffect, useRef, useState } from "react";
import type { AddressFilters } from "./use-address-filters.ts";
import { useDebounced } from "./use-debounced.ts";

interface SearchFilterProps {
  readonly filters: Pick<AddressFilters, "get" | "set">;
  readonly name: string;
  readonly label: string;
}

/** A search field whose text is a filter of the address, once typing has stopped. The key `/` goes to it. */
export function SearchFilter({ filters, name, label }: SearchFilterProps) {
  const inAddress = filters.get(name);
  const [typed, setTyped] = useState(inAddress);
  const settled = useDebounced(typed).trim();
  const sent = useRef(inAddress);
  const latest = useRef(filters);
  latest.current = filters;
  useEffect(() => {
    if (settled === sent.current) return;
    sent.current = settled;
    latest.current.set({ [name]: settled });
  }, [settled, name]);
  // Another view, or the button that clears the filters.
  useEffect(() => {
    if (inAddress === sent.current) return;
    sent.current = inAddress;
    setTyped(inAddress);
  }, [inAddress]);
  return (
    <input
      className="search"
      type="search"
      data-filter
      maxLength={100}
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={event => setTyped(event.target.value)}
    />
  );
}
