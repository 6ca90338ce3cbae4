import type { RouteOutput } from "#kit/contract/route.ts";
import { useAnswer } from "#kit/web/use-answer.ts";
import { getBillingData, type PaymentMethod } from "../shared/contract.ts";

type BillingData = RouteOutput<typeof getBillingData>["data"];

/** The methods that `pick` selects; null while loading. `failed`: the request failed. */
export function useMethods(pick: (data: BillingData) => readonly PaymentMethod[]) {
  const { data, failed, load } = useAnswer(getBillingData);
  return { methods: data && pick(data), failed, again: () => void load() };
}
