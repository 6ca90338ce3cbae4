import { useQuery } from "#kit/web/query/use-query.ts";
import { quoteBuilder } from "../shared/contract.ts";
import type { Selection } from "./slip-store.ts";

/** Before the quote expires, which it does after 10 s. */
const pollMs = 7_000;

/** Selections of one event that a builder can combine. */
export function isOneEvent(selections: readonly Selection[]): boolean {
  return selections.length >= 2 && selections.length <= 6 && new Set(selections.map(({ event }) => event)).size === 1;
}

/** The joint price of selections of one event, asked for again while it is wanted. */
export function useBuilderQuote(selections: readonly Selection[], isWanted: boolean) {
  const event = selections[0]?.event ?? "";
  const legs = selections.map(({ market, spec, outcome }) => ({ market, spec, outcome }));
  const { data, error } = useQuery(
    quoteBuilder,
    { body: { event, legs } },
    { enabled: isWanted, pollMs: isWanted && pollMs, fresh: true },
  );
  return { quote: isWanted && !error ? data : undefined, error: isWanted ? error : null };
}
