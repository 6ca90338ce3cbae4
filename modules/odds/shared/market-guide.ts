import type { Sport } from "./facts.ts";
import { type MarketKind, marketKinds } from "./market-kinds.ts";

const sets = ["set_score", "sets_total", "sets_hcp", "set_winner"];
const maps = ["map_score", "maps_total", "maps_hcp", "map_winner"];
const outrights = ["outright_winner", "outright_top_2", "outright_top_3", "outright_top_4"];

/** Kinds of markets by sport, in the order of {@link marketKinds}. */
const idsOfSport: Readonly<Record<Sport, readonly string[]>> = {
  football: [
    "1x2",
    "double_chance",
    "draw_no_bet",
    "to_qualify",
    "total",
    "team_total",
    "hcp",
    "hcp_3way",
    "rest_hcp",
    "both_score",
    "correct_score",
    "ht_ft",
    "half_1x2",
    "half_total",
    "half_team_total",
    "half_hcp",
    "half_both_score",
    "next_goal",
    "corners_1x2",
    "corners_total",
    "corners_hcp",
    "cards_total",
    "cards_hcp",
    "anytime_scorer",
    "first_scorer",
    "outright_top_scorer",
    ...outrights,
  ],
  ice_hockey: [
    "1x2",
    "winner",
    "total",
    "hcp",
    "both_score",
    "next_goal",
    "period_1x2",
    "period_total",
    "period_hcp",
    ...outrights,
  ],
  tennis: [
    "winner",
    "games_total",
    "games_hcp",
    "set_games_total",
    "set_games_hcp",
    "game_winner",
    "tie_break",
    ...sets,
    "outright_winner",
  ],
  volleyball: ["winner", "points_total", "points_hcp", "set_points_total", "set_points_hcp", ...sets, ...outrights],
  cs2: ["winner", "map_rounds_total", "map_rounds_hcp", ...maps, "outright_winner"],
  dota2: ["winner", "map_kills_total", "map_kills_hcp", "map_minutes_total", ...maps, "outright_winner"],
  basketball: [
    "winner",
    "total",
    "team_total",
    "hcp",
    "half_1x2",
    "half_total",
    "half_hcp",
    "quarter_1x2",
    "quarter_total",
    "quarter_hcp",
    "race",
    ...outrights,
  ],
};

export const kindsOfSport = (sport: Sport): readonly MarketKind[] =>
  marketKinds.filter(({ id }) => idsOfSport[sport].includes(id));

/** How outcomes of a kind are compared with what it counts. */
export type MarketShape = (typeof shapes)[number][0];

const shapes = [
  ["double_chance", /^double_chance$/],
  ["draw_no_bet", /^draw_no_bet$/],
  ["winner", /^winner$/],
  ["to_qualify", /^to_qualify$/],
  ["rest_handicap", /^rest_hcp$/],
  ["handicap_3way", /^hcp_3way$/],
  ["handicap", /hcp$/],
  ["total", /total$/],
  ["both_score", /both_score$/],
  ["exact_score", /^(correct|set|map)_score$/],
  ["ht_ft", /^ht_ft$/],
  ["next_goal", /^next_goal$/],
  ["any_scorer", /^anytime_scorer$/],
  ["first_scorer", /^first_scorer$/],
  ["race", /^race$/],
  ["game_winner", /^game_winner$/],
  ["part_winner", /^(set|map)_winner$/],
  ["tie_break", /^tie_break$/],
  ["outright", /^outright_/],
  ["three_way", /1x2$/],
] as const;

export function shapeOfKind({ id }: MarketKind): MarketShape {
  return shapes.find(([, pattern]) => pattern.test(id))?.[0] ?? "three_way";
}

/** What a kind counts. */
export type MarketScope =
  | (typeof scopes)[number][0]
  | (typeof matchScopes)[Sport]
  | "extra_time"
  | "whole_match"
  | "two_quarters";

const matchScopes = {
  football: "regular_football",
  ice_hockey: "regular_hockey",
  tennis: "whole_match",
  volleyball: "whole_match",
  cs2: "whole_match",
  dota2: "whole_match",
  basketball: "with_overtime",
} as const satisfies Readonly<Record<Sport, string>>;

const scopes = [
  ["tournament", /^outright_/],
  ["corners", /^corners_/],
  ["cards", /^cards_/],
  ["set_games", /^set_games_/],
  ["set_points", /^set_points_/],
  ["map_rounds", /^map_rounds_/],
  ["map_kills", /^map_kills_/],
  ["map_minutes", /^map_minutes_/],
  ["games", /^games_/],
  ["points", /^points_/],
  ["sets", /^(sets_|set_score$)/],
  ["maps", /^(maps_|map_score$)/],
  ["half", /^(half_|ht_ft$)/],
  ["part", /^(period|quarter|set|map)_/],
] as const;

export function scopeOfKind({ id }: MarketKind, sport: Sport): MarketScope {
  if (id === "to_qualify") return "extra_time";
  if (id === "winner" && sport === "ice_hockey") return "with_overtime";
  if (id === "winner" || id === "tie_break" || id === "game_winner" || id === "race")
    return matchScopes[sport] === "with_overtime" ? "with_overtime" : "whole_match";
  if (sport === "basketball" && id.startsWith("half_")) return "two_quarters";
  return scopes.find(([, pattern]) => pattern.test(id))?.[0] ?? matchScopes[sport];
}
