import type { EventView } from "./contract.ts";
import type { Side } from "./facts.ts";

type Play = NonNullable<EventView["play"]>;

/** Sports whose lists show the score of each part: sets, quarters, periods, maps. */
const inParts: ReadonlySet<EventView["sport"]> = new Set([
  "tennis",
  "volleyball",
  "basketball",
  "ice_hockey",
  "cs2",
  "dota2",
]);

/** Sports without a draw: their columns are 1 and 2. */
const twoWay: ReadonlySet<EventView["sport"]> = new Set(["tennis", "volleyball", "basketball", "cs2", "dota2"]);

export const hasParts = (sport: EventView["sport"]) => inParts.has(sport);
export const hasDraw = (sport: EventView["sport"]) => !twoWay.has(sport);

/** In ice hockey sixty minutes may end in a draw, but overtime or the shoot-out decides the match. */
export const mayEndInDraw = (sport: EventView["sport"]) => hasDraw(sport) && sport !== "ice_hockey";

const position = (side: Side) => (side === "home" ? 0 : 1);

/** What a side has scored in each part so far. */
export function partsOf({ periods }: Play, side: Side): readonly number[] {
  return periods.map(pair => pair[position(side)] ?? 0);
}

const called = ["0", "15", "30", "40"];

/** A side's points in the running game of tennis as an umpire calls them; in a tie-break as a number. Undefined between matches and in other sports. */
export function pointsOf({ points, periods }: Play, side: Side): string | undefined {
  if (!points) return undefined;
  const own = points[position(side)] ?? 0;
  const other = points[1 - position(side)] ?? 0;
  const isTieBreak = periods.at(-1)?.every(games => games === 6) ?? false;
  if (isTieBreak) return String(own);
  if (own >= 3 && other >= 3) return own > other ? "A" : "40";
  return called[own];
}
