import type { ListedEvent, TradedEvent, TradingDecision } from "#modules/odds/server/index.ts";
import type { ListedEventView } from "../../office/contract.ts";
import type { TradingDecisionView } from "../../office/fields.ts";
import { dollars, namesView, riskView, shortNames } from "./market-views.ts";

const plainState = ({ state, status }: Pick<ListedEvent, "state" | "status">) => {
  const isBegun = state.status !== undefined && state.status !== "not_started" && status !== "scheduled";
  const [home, away] = state.score?.total ?? [];
  return {
    score: isBegun && home !== undefined ? `${home}:${away}` : null,
    seconds: isBegun ? (state.clock?.seconds ?? null) : null,
    period: isBegun ? (state.clock?.period ?? null) : null,
  };
};

type Risks = Pick<ListedEvent, "stake" | "legs" | "worst" | "fullest">;

/** `full`: with the names of all players. */
export function eventView(
  event: Omit<ListedEvent, keyof Risks> | TradedEvent,
  { stake, legs, worst, fullest }: Risks,
  full = false,
): ListedEventView {
  const { id, sport, fixture, status, plannedStart, hold, fault } = event;
  return {
    id,
    names: full ? namesView(sport, fixture) : shortNames(sport, fixture),
    status,
    start: plannedStart?.toISOString() ?? null,
    ...plainState(event),
    hold,
    fault,
    stake: dollars(stake),
    legs,
    worst: worst && riskView(worst),
    fullest: fullest && riskView(fullest),
  };
}

export function decisionView(decision: TradingDecision): TradingDecisionView {
  const { id, at, kind, market, before, after, reason, askedBy, approvedBy } = decision;
  return {
    id: String(id),
    at: at.toISOString(),
    kind,
    market: market === null ? null : String(market),
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    reason,
    asked_by: askedBy,
    approved_by: approvedBy,
  };
}
