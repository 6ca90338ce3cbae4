import type { EventView } from "#modules/odds/shared/contract.ts";
import type { OutcomeName } from "#modules/odds/web/selections.ts";

type Play = NonNullable<EventView["play"]>;

/** What a leg counts: texts are `slip.needs_goals` and `slip.needs_points`. */
export interface Progress {
  readonly counts: "goals" | "points";
  /** How many more make it win at the current score; above 0. */
  readonly needed: number;
}

const countedBy: Readonly<Partial<Record<EventView["sport"], Progress["counts"]>>> = {
  football: "goals",
  ice_hockey: "goals",
  basketball: "points",
};

/** What is missing for a leg to win at the current score; undefined where nothing is, and for markets that count something else. */
export function legProgress(
  of: OutcomeName,
  sport: EventView["sport"],
  { score }: Pick<Play, "score">,
): Progress | undefined {
  const counts = countedBy[sport];
  const [home = 0, away = 0] = score;
  const needed = counts && neededBy(of, home, away);
  return counts && needed !== undefined && needed > 0 ? { counts, needed } : undefined;
}

function neededBy({ market, spec, outcome }: OutcomeName, home: number, away: number): number | undefined {
  if (market === "total") return outcome === "over" ? above(spec, home + away) : undefined;
  if (market === "team_total")
    return outcome === "over" ? above(spec, spec.includes("side=home") ? home : away) : undefined;
  if (market === "both_score") return outcome === "yes" ? Number(home === 0) + Number(away === 0) : undefined;
  if (market !== "1x2" && market !== "winner" && market !== "draw_no_bet") return undefined;
  if (outcome === "draw") return Math.abs(home - away);
  return outcome === "home" ? away - home + 1 : home - away + 1;
}

/** The next whole number above the line, less what was counted. */
function above(spec: string, counted: number): number | undefined {
  const line = /total=([0-9.]+)/.exec(spec)?.[1];
  return line === undefined ? undefined : Math.floor(Number(line)) + 1 - counted;
}
