import type { Factor } from "./factor.ts";
import type { Facts, Incident, Pair, Side, Sport } from "./facts.ts";
import type { MarketKind } from "./market-kinds.ts";
import { outcomeFactor } from "./market-rules.ts";

/** A line of a kind and what each of its outcomes returns after {@link exampleFacts}. */
export interface ExampleLine {
  readonly spec: string;
  readonly outcomes: readonly { readonly id: string; readonly factor: Factor }[];
}

const incident = (kind: string, side: Side, period: number, clock: number, parts: Partial<Incident> = {}): Incident =>
  Object.assign({ id: `${kind}${period}${clock}`, kind, side, period, clock, at: clock }, parts);

const incidents: Partial<Record<Sport, readonly Incident[]>> = {
  football: [
    incident("goal", "home", 1, 1_860, { player: "9" }),
    incident("goal", "away", 2, 3_480, { player: "17" }),
    incident("goal", "home", 2, 5_160, { player: "9" }),
  ],
  ice_hockey: [
    incident("goal", "home", 1, 300),
    incident("goal", "away", 2, 1_500),
    incident("goal", "home", 2, 1_900),
    incident("goal", "away", 3, 2_600),
    incident("goal", "home", 3, 3_100),
  ],
  tennis: [incident("game", "home", 1, 240)],
  dota2: [1, 2, 3].map(map => incident("period_end", "home", map, 2_000 + 60 * map)),
  basketball: [incident("point", "home", 1, 400, { value: 21 }), incident("point", "away", 1, 430, { value: 22 })],
};

const periods: Readonly<Record<Sport, readonly Pair[]>> = {
  football: [
    [1, 0],
    [1, 1],
  ],
  ice_hockey: [
    [1, 0],
    [1, 1],
    [1, 1],
  ],
  tennis: [
    [6, 4],
    [3, 6],
    [7, 6],
  ],
  volleyball: [
    [25, 20],
    [23, 25],
    [25, 18],
    [25, 22],
  ],
  cs2: [
    [13, 9],
    [10, 13],
    [13, 11],
  ],
  dota2: [
    [31, 22],
    [18, 27],
    [35, 30],
  ],
  basketball: [
    [22, 22],
    [20, 18],
    [19, 21],
    [27, 20],
  ],
};

/** Sports whose score is the number of parts won. */
const byParts: ReadonlySet<Sport> = new Set(["tennis", "volleyball", "cs2", "dota2"]);

/** A finished event of the sport, which the examples of its rules use. */
export function exampleFacts(sport: Sport): Facts {
  const parts = periods[sport];
  const total = parts.reduce<Pair>(
    ([home, away], [own, other]) =>
      byParts.has(sport) ? [home + Number(own > other), away + Number(other > own)] : [home + own, away + other],
    [0, 0],
  );
  const cards = sport === "football" && { corners: [6, 4], yellow_cards: [2, 1], red_cards: [0, 1] };
  return {
    sport,
    status: "ended",
    clock: { seconds: 0, period: parts.length, stopped: true },
    score: Object.assign({ total, periods: parts }, cards) as Facts["score"],
    incidents: incidents[sport] ?? [],
    setsToWin: byParts.has(sport) ? Math.max(total[0], total[1]) : undefined,
    standings: [
      { entrant: "1", place: 1 },
      { entrant: "2", place: 2 },
      { entrant: "3", place: 3 },
      { entrant: "4", place: 4 },
      { entrant: "5", place: 4 },
      { entrant: "6", place: 6 },
    ],
  };
}

/** Lines that show a half, a quarter and a level one where the sport has them. */
const lines: Readonly<Record<string, readonly string[]>> = {
  "football total": ["2.5", "2.75", "3"],
  "football hcp": ["-0.5", "-0.75", "-1"],
  "football team_total": ["1.5"],
  "football half_team_total": ["0.5"],
  "football half_total": ["1"],
  "football half_hcp": ["-0.25"],
  "football corners_total": ["9.5"],
  "football corners_hcp": ["-1.5"],
  "football cards_total": ["4"],
  "football cards_hcp": ["0.5"],
  "ice_hockey total": ["5"],
  "ice_hockey hcp": ["-1.5"],
  "ice_hockey period_total": ["1.5"],
  "ice_hockey period_hcp": ["0"],
  "tennis games_total": ["31.5"],
  "tennis set_games_total": ["9.5"],
  "basketball total": ["168.5"],
  "basketball team_total": ["85.5"],
  "basketball hcp": ["-5.5"],
  "basketball half_total": ["82"],
  "basketball quarter_total": ["43.5"],
  "volleyball points_total": ["183.5"],
  "volleyball set_points_total": ["44.5"],
  "cs2 map_rounds_total": ["21.5"],
  "dota2 map_kills_total": ["50.5"],
  "dota2 map_minutes_total": ["34.5"],
};

const values: Readonly<Record<string, string>> = {
  score: "1:0",
  side: "home",
  goal: "2",
  to: "20",
  game: "1",
};

function specsOf({ id, keys }: MarketKind, sport: Sport): readonly string[] {
  const line = keys.find(key => key === "total" || key === "hcp");
  const shown = line === undefined ? [""] : (lines[`${sport} ${id}`] ?? [line === "hcp" ? "-1.5" : "2.5"]);
  return shown.map(each => keys.map(key => `${key}=${key === line ? each : (values[key] ?? "1")}`).join("|"));
}

const ids: Readonly<Record<string, readonly string[]>> = {
  correct_score: ["2:1", "1:1"],
  set_score: ["2:1", "2:0", "3:1"],
  map_score: ["2:1", "2:0"],
  anytime_scorer: ["9", "17", "7"],
  first_scorer: ["9", "17", "none"],
  outright_winner: ["1", "2"],
  outright_top_2: ["1", "2", "4"],
  outright_top_3: ["1", "3", "5"],
  outright_top_4: ["1", "4", "5", "6"],
  outright_top_scorer: ["1", "2"],
};

/** What the outcomes of a kind return after the example of the sport, by the rules that settle bets. */
export function exampleLines(kind: MarketKind, sport: Sport): readonly ExampleLine[] {
  const facts = exampleFacts(sport);
  const outcomes = typeof kind.outcomes === "object" ? kind.outcomes : (ids[kind.id] ?? []);
  return specsOf(kind, sport).map(spec => ({
    spec,
    outcomes: outcomes.flatMap(id => {
      const factor = outcomeFactor({ kind: kind.id, spec, outcomes }, id, facts);
      return factor ? [{ id, factor }] : [];
    }),
  }));
}
