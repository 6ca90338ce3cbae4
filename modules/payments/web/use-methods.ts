import type { RouteOutput } from "#kit/contract/route.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { getBillingData, type PaymentMethod } from "../shared/contract.ts";

type BillingData = RouteOutput<typeof getBillingData>["data"];

/** The methods that `pick` selects; undefined while loading. */
export function useMethods(pick: (data: BillingData) => readonly PaymentMethod[]) {
  const { data, isError, refetch } = useQuery(getBillingData, {}, { fresh: true });
  return { methods: data && pick(data), failed: isError, again: () => void refetch() };
}
