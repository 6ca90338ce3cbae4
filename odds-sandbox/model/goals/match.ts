import type { GoalState, Pair } from "./distribution.ts";
import type { GoalRates, HalfLengths } from "./rates.ts";

export interface Scorer {
  readonly id: string;
  /** The player's share of the team's goals; the shares of a team sum to 1. */
  readonly share: number;
}

/** What is known of a football match before it is played; what its prices and its play both follow from. */
export interface FootballMatch {
  readonly rates: GoalRates;
  readonly lengths: HalfLengths;
  /** Mean corners and yellow cards of each team, even over the match. */
  readonly corners: Pair;
  readonly yellowCards: Pair;
  readonly scorers: { readonly home: readonly Scorer[]; readonly away: readonly Scorer[] };
  /** Quick matches offer fewer lines. */
  readonly lines: "all" | "few";
}

export type Side = "home" | "away";

/** Facts so far. */
export interface FootballState extends GoalState {
  readonly corners: Pair;
  readonly yellowCards: Pair;
  /** Sides of the goals, in order, with the scorer. */
  readonly order: readonly { readonly side: Side; readonly player: string }[];
}

export const beforeKickOff: FootballState = {
  goals: [0, 0],
  firstHalf: [0, 0],
  redCards: [0, 0],
  half: 0,
  seconds: 0,
  corners: [0, 0],
  yellowCards: [0, 0],
  order: [],
};

export type FactKind = "goal" | "disallowed_goal" | "red_card" | "yellow_card" | "corner";

export interface Fact {
  readonly kind: FactKind;
  readonly side: Side;
  readonly half: 0 | 1;
  /** Second of play within its half. */
  readonly second: number;
  readonly player?: string;
}

const plus = (pair: Pair, side: Side): Pair => (side === "home" ? [pair[0] + 1, pair[1]] : [pair[0], pair[1] + 1]);

/** The state after a fact. */
export function afterFact(before: FootballState, fact: Fact): FootballState {
  const state = { ...before, half: fact.half, seconds: fact.second };
  switch (fact.kind) {
    case "goal":
      return {
        ...state,
        goals: plus(state.goals, fact.side),
        firstHalf: fact.half === 0 ? plus(state.firstHalf, fact.side) : state.firstHalf,
        order: state.order.concat({ side: fact.side, player: fact.player ?? "" }),
      };
    case "red_card":
      return { ...state, redCards: plus(state.redCards, fact.side) };
    case "yellow_card":
      return { ...state, yellowCards: plus(state.yellowCards, fact.side) };
    case "corner":
      return { ...state, corners: plus(state.corners, fact.side) };
    case "disallowed_goal":
      return state;
  }
}
