/** The market kinds of the odds provider: identifiers of the feed, groups for `bet_stop`, specifiers and outcomes. */

export type MarketGroup =
  | "main"
  | "goals"
  | "halves"
  | "corners"
  | "cards"
  | "scorers"
  | "sets"
  | "games"
  | "maps"
  | "outright";

export interface MarketKind {
  readonly id: string;
  readonly group: MarketGroup;
  /** Keys of the specifier, sorted. */
  readonly keys: readonly string[];
  /** Fixed outcomes; `players`, `entrants` and `scores` depend on the event. */
  readonly outcomes: readonly string[] | "players" | "entrants" | "scores";
  /** The overround M of the power method, in per cent. */
  readonly margin: number;
}

const sides = ["home", "away"];
const overUnder = ["over", "under"];
const yesNo = ["yes", "no"];
const three = ["home", "draw", "away"];

/** `hcp` is added to the home side; `total` may be a quarter line. `half` and `set` count from 1. */
export const footballKinds = [
  { id: "1x2", group: "main", keys: [], outcomes: three, margin: 5 },
  { id: "double_chance", group: "main", keys: [], outcomes: ["home_draw", "home_away", "draw_away"], margin: 5 },
  { id: "draw_no_bet", group: "main", keys: [], outcomes: sides, margin: 4 },
  { id: "total", group: "goals", keys: ["total"], outcomes: overUnder, margin: 5 },
  { id: "hcp", group: "main", keys: ["hcp"], outcomes: sides, margin: 4 },
  { id: "hcp_3way", group: "main", keys: ["hcp"], outcomes: three, margin: 5 },
  { id: "rest_hcp", group: "main", keys: ["hcp", "score"], outcomes: sides, margin: 4 },
  { id: "team_total", group: "goals", keys: ["side", "total"], outcomes: overUnder, margin: 5 },
  { id: "both_score", group: "goals", keys: [], outcomes: yesNo, margin: 5 },
  { id: "correct_score", group: "goals", keys: [], outcomes: "scores", margin: 15 },
  {
    id: "ht_ft",
    group: "halves",
    keys: [],
    outcomes: three.flatMap(first => three.map(second => `${first}_${second}`)),
    margin: 8,
  },
  { id: "half_1x2", group: "halves", keys: ["half"], outcomes: three, margin: 5 },
  { id: "half_total", group: "halves", keys: ["half", "total"], outcomes: overUnder, margin: 5 },
  { id: "half_team_total", group: "halves", keys: ["half", "side", "total"], outcomes: overUnder, margin: 5 },
  { id: "half_both_score", group: "halves", keys: ["half"], outcomes: yesNo, margin: 5 },
  { id: "next_goal", group: "goals", keys: ["goal"], outcomes: ["home", "none", "away"], margin: 5 },
  { id: "corners_1x2", group: "corners", keys: [], outcomes: three, margin: 5 },
  { id: "corners_total", group: "corners", keys: ["total"], outcomes: overUnder, margin: 5 },
  { id: "cards_total", group: "cards", keys: ["total"], outcomes: overUnder, margin: 5 },
  { id: "anytime_scorer", group: "scorers", keys: [], outcomes: "players", margin: 8 },
] as const satisfies readonly MarketKind[];

export const tennisKinds = [
  { id: "winner", group: "main", keys: [], outcomes: sides, margin: 5 },
  { id: "set_score", group: "sets", keys: [], outcomes: "scores", margin: 8 },
  { id: "sets_total", group: "sets", keys: ["total"], outcomes: overUnder, margin: 5 },
  { id: "games_total", group: "games", keys: ["total"], outcomes: overUnder, margin: 5 },
  { id: "games_hcp", group: "games", keys: ["hcp"], outcomes: sides, margin: 4 },
  { id: "set_winner", group: "sets", keys: ["set"], outcomes: sides, margin: 5 },
  { id: "set_games_total", group: "games", keys: ["set", "total"], outcomes: overUnder, margin: 5 },
  { id: "game_winner", group: "games", keys: ["game", "set"], outcomes: sides, margin: 5 },
  { id: "tie_break", group: "sets", keys: [], outcomes: yesNo, margin: 5 },
] as const satisfies readonly MarketKind[];

/** Beside winner, total, hcp, team_total, half_1x2 and half_total of the other sports. Overtime counts for the match. */
export const basketballKinds = [
  { id: "half_hcp", group: "halves", keys: ["half", "hcp"], outcomes: sides, margin: 4 },
  { id: "quarter_1x2", group: "halves", keys: ["quarter"], outcomes: three, margin: 5 },
  { id: "quarter_total", group: "halves", keys: ["quarter", "total"], outcomes: overUnder, margin: 5 },
  { id: "quarter_hcp", group: "halves", keys: ["hcp", "quarter"], outcomes: sides, margin: 4 },
  { id: "race", group: "main", keys: ["to"], outcomes: sides, margin: 5 },
] as const satisfies readonly MarketKind[];

/** Beside 1x2, winner, total, hcp, both_score and next_goal. Overtime decides the winner only. */
export const hockeyKinds = [
  { id: "period_1x2", group: "halves", keys: ["period"], outcomes: three, margin: 5 },
  { id: "period_total", group: "halves", keys: ["period", "total"], outcomes: overUnder, margin: 5 },
  { id: "period_hcp", group: "halves", keys: ["hcp", "period"], outcomes: sides, margin: 4 },
] as const satisfies readonly MarketKind[];

/** Beside winner, set_score, sets_total and set_winner of tennis. */
export const volleyballKinds = [
  { id: "sets_hcp", group: "sets", keys: ["hcp"], outcomes: sides, margin: 4 },
  { id: "points_total", group: "games", keys: ["total"], outcomes: overUnder, margin: 5 },
  { id: "points_hcp", group: "games", keys: ["hcp"], outcomes: sides, margin: 4 },
  { id: "set_points_total", group: "games", keys: ["set", "total"], outcomes: overUnder, margin: 5 },
  { id: "set_points_hcp", group: "games", keys: ["hcp", "set"], outcomes: sides, margin: 4 },
] as const satisfies readonly MarketKind[];

/** Beside winner. Maps count from 1. */
export const cs2Kinds = [
  { id: "map_score", group: "maps", keys: [], outcomes: "scores", margin: 8 },
  { id: "maps_total", group: "maps", keys: ["total"], outcomes: overUnder, margin: 5 },
  { id: "maps_hcp", group: "maps", keys: ["hcp"], outcomes: sides, margin: 4 },
  { id: "map_winner", group: "maps", keys: ["map"], outcomes: sides, margin: 5 },
  { id: "map_rounds_total", group: "maps", keys: ["map", "total"], outcomes: overUnder, margin: 5 },
  { id: "map_rounds_hcp", group: "maps", keys: ["hcp", "map"], outcomes: sides, margin: 4 },
] as const satisfies readonly MarketKind[];

export const outrightKinds = [
  { id: "outright_winner", group: "outright", keys: [], outcomes: "entrants", margin: 20 },
  { id: "outright_top_2", group: "outright", keys: [], outcomes: "entrants", margin: 20 },
  { id: "outright_top_3", group: "outright", keys: [], outcomes: "entrants", margin: 20 },
  { id: "outright_top_4", group: "outright", keys: [], outcomes: "entrants", margin: 20 },
] as const satisfies readonly MarketKind[];

export const marketKinds: readonly MarketKind[] = [
  ...footballKinds,
  ...tennisKinds,
  ...basketballKinds,
  ...hockeyKinds,
  ...volleyballKinds,
  ...cs2Kinds,
  ...outrightKinds,
];

/** The canonical specifier: keys sorted, numbers without needless zeros. */
export function specText(values: Readonly<Record<string, string | number>>): string {
  return Object.keys(values)
    .sort()
    .map(key => `${key}=${values[key]}`)
    .join("|");
}

/** The values of a specifier by key. */
export function specValues(spec: string): ReadonlyMap<string, string> {
  if (spec === "") return new Map();
  return new Map(spec.split("|").map(part => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]));
}
