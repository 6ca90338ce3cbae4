import type { Route, RouteSpec } from "#kit/contract/route.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { readSettlementQueue, readTradedEvent, readTradingAlerts, readTradingEvents } from "./contract.ts";
import { readTradedSlip } from "./slip-contract.ts";

const read = [readTradingEvents, readTradedEvent, readSettlementQueue, readTradingAlerts, readTradedSlip];

/** A decision of a trader: everything that their pages show is read again. */
export function useDecision<S extends RouteSpec>(route: Route<S>) {
  return useMutation(route, { invalidates: read });
}
