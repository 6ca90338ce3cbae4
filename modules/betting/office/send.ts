import type { Route, RouteSpec } from "#kit/contract/route.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import * as contract from "./contract.ts";

const read = [
  contract.readTradingEvents,
  contract.readTradedEvent,
  contract.readSettlementQueue,
  contract.readTradingAlerts,
  contract.readTradedSlip,
];

/** A decision of a trader: everything that their pages show is read again. */
export function useDecision<S extends RouteSpec>(route: Route<S>) {
  return useMutation(route, { invalidates: read });
}
