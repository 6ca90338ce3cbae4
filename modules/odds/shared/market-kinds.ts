import { parseSpec, quartersOf, type SpecValues, specText } from "./spec.ts";

/** What a `bet_stop` can name. */
export const marketGroups = [
  "main",
  "goals",
  "halves",
  "corners",
  "cards",
  "scorers",
  "sets",
  "games",
  "maps",
  "outright",
] as const;
export type MarketGroup = (typeof marketGroups)[number];

export interface MarketKind {
  readonly id: string;
  readonly group: MarketGroup;
  /** Keys of the specifier, sorted; all are required. */
  readonly keys: readonly string[];
  /** Fixed outcomes; `players`, `entrants` and `scores` depend on the event. */
  readonly outcomes: readonly string[] | "players" | "entrants" | "scores";
  /** How many outcomes win at most; absent where any number may. */
  readonly winners?: number;
}

const sides = ["home", "away"];
const three = ["home", "draw", "away"];
const overUnder = ["over", "under"];
const yesNo = ["yes", "no"];
const pairs = three.flatMap(first => three.map(second => `${first}_${second}`));

const kind = (
  id: string,
  group: MarketGroup,
  outcomes: MarketKind["outcomes"],
  keys: readonly string[] = [],
  winners = 1,
): MarketKind => ({ id, group, keys, outcomes, winners });

/** `hcp` is added to the home side. Halves, quarters, periods, sets and maps count from 1. */
export const marketKinds: readonly MarketKind[] = [
  kind("1x2", "main", three),
  kind("double_chance", "main", ["home_draw", "home_away", "draw_away"], [], 2),
  kind("draw_no_bet", "main", sides),
  kind("winner", "main", sides),
  kind("to_qualify", "main", sides),
  kind("total", "goals", overUnder, ["total"]),
  kind("team_total", "goals", overUnder, ["side", "total"]),
  kind("hcp", "main", sides, ["hcp"]),
  kind("hcp_3way", "main", three, ["hcp"]),
  kind("rest_hcp", "main", sides, ["hcp", "score"]),
  kind("both_score", "goals", yesNo),
  kind("correct_score", "goals", "scores"),
  kind("ht_ft", "halves", pairs),
  kind("half_1x2", "halves", three, ["half"]),
  kind("half_total", "halves", overUnder, ["half", "total"]),
  kind("half_team_total", "halves", overUnder, ["half", "side", "total"]),
  kind("half_hcp", "halves", sides, ["half", "hcp"]),
  kind("half_both_score", "halves", yesNo, ["half"]),
  kind("next_goal", "goals", ["home", "none", "away"], ["goal"]),
  kind("corners_1x2", "corners", three),
  kind("corners_total", "corners", overUnder, ["total"]),
  kind("corners_hcp", "corners", sides, ["hcp"]),
  kind("cards_total", "cards", overUnder, ["total"]),
  kind("cards_hcp", "cards", sides, ["hcp"]),
  { id: "anytime_scorer", group: "scorers", keys: [], outcomes: "players" },
  kind("first_scorer", "scorers", "players"),
  kind("period_1x2", "halves", three, ["period"]),
  kind("period_total", "halves", overUnder, ["period", "total"]),
  kind("period_hcp", "halves", sides, ["hcp", "period"]),
  kind("quarter_1x2", "halves", three, ["quarter"]),
  kind("quarter_total", "halves", overUnder, ["quarter", "total"]),
  kind("quarter_hcp", "halves", sides, ["hcp", "quarter"]),
  kind("race", "main", sides, ["to"]),
  kind("set_score", "sets", "scores"),
  kind("sets_total", "sets", overUnder, ["total"]),
  kind("sets_hcp", "sets", sides, ["hcp"]),
  kind("set_winner", "sets", sides, ["set"]),
  kind("games_total", "games", overUnder, ["total"]),
  kind("games_hcp", "games", sides, ["hcp"]),
  kind("set_games_total", "games", overUnder, ["set", "total"]),
  kind("set_games_hcp", "games", sides, ["hcp", "set"]),
  kind("game_winner", "games", sides, ["game", "set"]),
  kind("tie_break", "sets", yesNo),
  kind("points_total", "games", overUnder, ["total"]),
  kind("points_hcp", "games", sides, ["hcp"]),
  kind("set_points_total", "games", overUnder, ["set", "total"]),
  kind("set_points_hcp", "games", sides, ["hcp", "set"]),
  kind("map_score", "maps", "scores"),
  kind("maps_total", "maps", overUnder, ["total"]),
  kind("maps_hcp", "maps", sides, ["hcp"]),
  kind("map_winner", "maps", sides, ["map"]),
  kind("map_rounds_total", "maps", overUnder, ["map", "total"]),
  kind("map_rounds_hcp", "maps", sides, ["hcp", "map"]),
  kind("map_kills_total", "maps", overUnder, ["map", "total"]),
  kind("map_kills_hcp", "maps", sides, ["hcp", "map"]),
  kind("map_minutes_total", "maps", overUnder, ["map", "total"]),
  kind("outright_winner", "outright", "entrants"),
  kind("outright_top_2", "outright", "entrants", [], 2),
  kind("outright_top_3", "outright", "entrants", [], 3),
  kind("outright_top_4", "outright", "entrants", [], 4),
  kind("outright_top_scorer", "outright", "entrants"),
];

const byId = new Map(marketKinds.map(each => [each.id, each]));

export function findKind(id: string): MarketKind | undefined {
  return byId.get(id);
}

export interface Line {
  readonly kind: MarketKind;
  /** Canonical. */
  readonly spec: string;
  readonly values: SpecValues;
}

const checks: Readonly<Record<string, (text: string) => boolean>> = {
  hcp: text => quartersOf(text) !== undefined,
  total: text => (quartersOf(text) ?? -1) >= 0,
  score: text => /^\d{1,3}:\d{1,3}$/.test(text),
  side: text => text === "home" || text === "away",
};

/** A market kind with its specifier in canonical form; undefined when we do not list the kind or the specifier does not fit it. */
export function findLine(id: string, spec: string): Line | undefined {
  const kind = byId.get(id);
  const values = parseSpec(spec);
  if (!kind || !values || Object.keys(values).sort().join() !== kind.keys.join()) return undefined;
  const fits = kind.keys.every(key => (checks[key] ?? isCount)(values[key] ?? ""));
  return fits ? { kind, spec: specText(values), values } : undefined;
}

const isCount = (text: string) => /^[1-9]\d{0,2}$/.test(text);

/** Whether the kind has this outcome: any well-formed id where outcomes depend on the event. */
export function hasOutcome({ outcomes }: MarketKind, id: string): boolean {
  if (outcomes === "scores") return /^(\d{1,2}:\d{1,2}|other)$/.test(id);
  return typeof outcomes === "string" ? /^[A-Za-z0-9:_.-]{1,100}$/.test(id) : outcomes.includes(id);
}
