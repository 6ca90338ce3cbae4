import type { ListedEvent, TradedEvent, TradingDecision } from "#modules/odds/server/index.ts";
import type { ListedEventView } from "../../office/contract.ts";
import type { TradingDecisionView } from "../../office/fields.ts";
import { dollars, namesView, riskView, shortNames } from "./market-views.ts";

/** Played to points or maps: how long they have taken says nothing. */
const clockless: ReadonlySet<string> = new Set(["tennis", "volleyball", "cs2"]);

type Played = Pick<ListedEvent, "state" | "status" | "sport" | "fixture">;

const plainState = ({ state, status, sport, fixture }: Played) => {
  const isMatch = fixture.kind !== "outright";
  const isBegun = isMatch && state.status !== undefined && state.status !== "not_started" && status !== "scheduled";
  const [home, away] = state.score?.total ?? [];
  return {
    score: isBegun && home !== undefined ? `${home}:${away}` : null,
    seconds: isBegun && !clockless.has(sport) ? (state.clock?.seconds ?? null) : null,
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
