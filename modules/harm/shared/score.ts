import { type Marker, type MarkerName, markerNames, markers, youngNetDeposits } from "./markers.ts";

export type MarkerValues = Readonly<Record<MarkerName, number>>;

export interface ScoredMarker {
  readonly name: MarkerName;
  /** The value as far as it is shown: two decimals. */
  readonly value: number;
  /** What the marker adds to the score: one decimal. */
  readonly points: number;
}

export interface Score {
  /** 0 to 100. */
  readonly score: number;
  /** All of them, those that add most first. */
  readonly markers: readonly ScoredMarker[];
}

/** The sum of the markers' points. `young`: under 25, for whom smaller deposits count. */
export function scoreOf(values: MarkerValues, young: boolean): Score {
  const scored = markerNames
    .map(name => ({ name, value: rounded(values[name], 2), points: pointsOf(values[name], markerOf(name, young)) }))
    .sort((a, b) => b.points - a.points);
  return {
    score: Math.round(scored.reduce((sum, { points }) => sum + points, 0)),
    markers: scored.map(({ points, ...marker }) => ({ ...marker, points: rounded(points, 1) })),
  };
}

export const markerOf = (name: MarkerName, young: boolean): Marker =>
  name === "net_deposits" && young ? youngNetDeposits : markers[name];

function pointsOf(value: number, { weight, from, to }: Marker): number {
  return weight * Math.min(1, Math.max(0, (value - from) / (to - from)));
}

function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

/** From these scores on, in this order. */
export const grades = {
  /** The player gets a notice that their play has changed, with a link to their figures. */
  figures: 25,
  /** The player is warned and offered a limit; no bonus, campaign or VIP offer reaches them. */
  warning: 50,
  /** An operator contacts the player within an hour. */
  contact: 70,
  /** The operator also sets a break. */
  pause: 85,
} as const;

export type Grade = keyof typeof grades | "none";

export function gradeOf(score: number): Grade {
  if (score >= grades.pause) return "pause";
  if (score >= grades.contact) return "contact";
  if (score >= grades.warning) return "warning";
  return score >= grades.figures ? "figures" : "none";
}

/** Why a case exists apart from a high score: each requires contact within an hour, whatever the score. */
export const strongMarkers = ["declines", "limit_reached", "said_so", "relative"] as const;
export type StrongMarker = (typeof strongMarkers)[number];
export const caseKinds = ["score", ...strongMarkers] as const;
export type CaseKind = (typeof caseKinds)[number];
/** Markers that operators report. */
export const reportedKinds = ["said_so", "relative"] as const satisfies readonly StrongMarker[];
