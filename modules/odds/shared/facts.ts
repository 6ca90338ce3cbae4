export type Side = "home" | "away";
export type Pair = readonly [home: number, away: number];

export const sports = ["football", "ice_hockey", "tennis", "volleyball", "cs2", "dota2", "basketball"] as const;
export type Sport = (typeof sports)[number];

export const factStatuses = [
  "not_started",
  "live",
  "break",
  "ended",
  "closed",
  "postponed",
  "abandoned",
  "retired",
  "cancelled",
  "walkover",
] as const;
export type FactStatus = (typeof factStatuses)[number];

/** Something that happened on the pitch. VAR may cancel it later. */
export interface Incident {
  readonly id: string;
  readonly kind: string;
  readonly side?: Side | undefined;
  /** Seconds of play, stoppage time included. */
  readonly clock: number;
  /** 1 for the first half, set, map or quarter. */
  readonly period: number;
  readonly at: number;
  readonly player?: string | undefined;
  /** Points of this score, in basketball. */
  readonly value?: number | undefined;
  readonly cancelled?: boolean | undefined;
}

export interface Score {
  /** Goals or points; sets or maps where those decide. */
  readonly total: Pair;
  /** Score of each half, quarter, set (games or points) or map (rounds or kills) so far. */
  readonly periods: readonly Pair[];
  readonly corners?: Pair | undefined;
  readonly yellow_cards?: Pair | undefined;
  readonly red_cards?: Pair | undefined;
  readonly points?: Pair | undefined;
  readonly serving?: Side | undefined;
}

/** What is known of an event, independent of any price. */
export interface Facts {
  readonly sport: Sport;
  readonly status: FactStatus;
  readonly clock: { readonly seconds: number; readonly period: number; readonly stopped: boolean };
  readonly score: Score;
  readonly incidents: readonly Incident[];
  /** Sets to win in the fixture's format, in sports that are played to sets or maps. */
  readonly setsToWin?: number | undefined;
  /** Places in an outright, once final; equal places are shared. */
  readonly standings?: readonly { readonly entrant: string; readonly place: number }[] | undefined;
}
