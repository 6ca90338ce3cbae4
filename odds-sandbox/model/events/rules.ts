import type { Chances, Incident, PricedMarket, Score, SettledMarket } from "../../shared/protocol.ts";
import type { Result } from "../chances.ts";

/** A market: its kind and specifier. */
export interface Line {
  readonly id: string;
  readonly spec: string;
}

export interface Outcome {
  readonly id: string;
  readonly p: Chances;
}

export type Results = readonly (readonly [outcome: string, result: Result])[];
export type Side = "home" | "away";

/** Something that happens, and what is known from then on. */
export interface Step<State> {
  /** Milliseconds after the start. */
  readonly after: number;
  readonly state: State;
  readonly incidents: readonly Omit<Incident, "at">[];
  /** Betting stops for a moment. */
  readonly stops: boolean;
  /** Play pauses from here on. */
  readonly onBreak: boolean;
}

/** A sport as the clock needs it: what is played, what is offered, what is decided. */
export interface SportRules<State> {
  /** Known before the start. */
  readonly before: State;
  /** In order of time: the first one is the start, the last one the end. */
  readonly steps: readonly Step<State>[];
  /** Offered from the opening on. */
  readonly openingLines: readonly Line[];
  /** The market that faults change. */
  readonly mainKind: string;
  /** Offered at a state beside those. */
  linesAt(state: State): readonly Line[];
  /** Every line there has been by a state, settled or not. */
  linesUntil(state: State): readonly Line[];
  /** Chances at a state: all are sums over one distribution. */
  book(state: State): (line: Line) => readonly Outcome[];
  /** What a state decides; undefined while a market is open. */
  settle(line: Line, state: State): Results | undefined;
  /** The state when play is broken off, by a retirement or for everybody. */
  broken(state: State, why: "abandoned" | "retired"): { readonly state: State; readonly retired?: Side };
  score(state: State): Score;
  clock(state: State): { readonly seconds: number; readonly period: number };
}

export function settledMarket(line: Line, decidedAt: number, results: Results): SettledMarket {
  const outcomes = results.map(([id, result]) => ({
    id,
    result: result === "win" || result === "half_win" ? (1 as const) : (0 as const),
    void_factor:
      result === "refund" ? (1 as const) : result === "win" || result === "lose" ? (0 as const) : (0.5 as const),
    dead_heat: 1,
  }));
  return { id: line.id, spec: line.spec, decided_at: decidedAt, outcomes };
}

/** One market with its results moved by one outcome. */
export function wrongly(markets: readonly SettledMarket[], kind: string): readonly SettledMarket[] {
  return markets
    .filter(({ id }) => id === kind)
    .map(market => ({
      ...market,
      outcomes: market.outcomes.map((outcome, index, all) => ({
        ...outcome,
        result: all[(index + 1) % all.length]?.result ?? 0,
      })),
    }));
}

/** A price that no market has. */
export function absurd(markets: readonly PricedMarket[], kind: string): readonly PricedMarket[] {
  return markets
    .filter(({ id }) => id === kind)
    .map(market => ({ ...market, outcomes: market.outcomes.map(outcome => ({ ...outcome, price: "50" })) }));
}
