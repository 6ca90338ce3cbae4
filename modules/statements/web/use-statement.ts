import type { DataOf } from "#kit/web/query/route-cache.ts";
import { usePages } from "#kit/web/query/use-query.ts";
import { getStatement } from "../shared/contract.ts";

export type Statement = DataOf<typeof getStatement>;

export interface StatementQuery {
  readonly currency: string;
  readonly from: string;
  readonly to: string;
}

/** A statement, page by page: undefined while loading. */
export function useStatement({ currency, from, to }: StatementQuery) {
  const { pages, error, isFetching, more, again } = usePages(getStatement, cursor => ({
    query: { currency, from, to, cursor },
  }));
  const last = pages?.at(-1);
  const statement = last && { ...last, items: pages?.flatMap(({ items }) => items) ?? [] };
  return { statement, failed: error !== null, reading: isFetching, more, again };
}
