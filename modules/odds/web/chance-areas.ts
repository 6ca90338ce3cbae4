import type { EventStatistics } from "../shared/statistics-contract.ts";

interface Area {
  readonly side: "home" | "draw" | "away";
  /** The `points` of an SVG polygon. */
  readonly points: string;
}

/** Chances over time as areas above each other: home at the bottom, away at the top, the draw between them. */
export function chanceAreas(chances: EventStatistics["chances"], width: number, height: number): readonly Area[] {
  const first = Date.parse(chances[0]?.at ?? "");
  const span = Math.max(1, Date.parse(chances.at(-1)?.at ?? "") - first);
  const columns = chances.map(({ at, home, draw, away }) => {
    const whole = home + (draw ?? 0) + away;
    return { x: ((Date.parse(at) - first) / span) * width, home: home / whole, draw: (draw ?? 0) / whole };
  });
  const y = (share: number) => (1 - share) * height;
  const line = (shareOf: (column: (typeof columns)[number]) => number) =>
    columns.map(column => [column.x, y(shareOf(column))] as const);
  const edges = [
    line(() => 0),
    line(({ home }) => home),
    line(({ home, draw }) => home + draw),
    line(() => 1),
  ] as const;
  const area = (side: Area["side"], low: number) => ({
    side,
    points: [...(edges[low] ?? []), ...(edges[low + 1] ?? []).toReversed()]
      .map(pair => pair.map(each => each.toFixed(1)).join(","))
      .join(" "),
  });
  const hasDraw = chances.some(({ draw }) => draw !== null);
  return [area("home", 0), ...(hasDraw ? [area("draw", 1)] : []), area("away", 2)];
}
