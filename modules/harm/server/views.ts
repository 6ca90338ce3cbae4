import type { PlayMarkers } from "../shared/contract.ts";
import { markerNames } from "../shared/markers.ts";
import { gradeOf, markerOf, type ScoredMarker } from "../shared/score.ts";
import type { ScoreRow } from "./store.ts";

/** A score with what it is made of; before the first score nothing has been looked at. */
export function markersView(row: ScoreRow | undefined): PlayMarkers {
  const score = row?.score ?? 0;
  return {
    score,
    grade: gradeOf(score),
    scored_at: row?.scoredAt.toISOString() ?? null,
    markers: markerViews(row?.markers ?? []),
  };
}

/** All markers, those that add most first. */
export function markerViews(scored: readonly ScoredMarker[]): PlayMarkers["markers"] {
  const known = scored.length > 0 ? scored : markerNames.map(name => ({ name, value: 0, points: 0 }));
  return known.map(({ name, value, points }) => ({ name, value, points, weight: markerOf(name, false).weight }));
}
