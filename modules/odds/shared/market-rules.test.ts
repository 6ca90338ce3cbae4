import { expect, test } from "vitest";
import { type Factor, halfLost, halfWon, lost, sameFactor, voided, won } from "./factor.ts";
import type { Facts, Incident, Pair, Side } from "./facts.ts";
import { findLine, marketKinds } from "./market-kinds.ts";
import { marketFactors, outcomeFactor } from "./market-rules.ts";

const goal = (id: number, side: Side, clock: number, player = `p:${side}`): Incident => ({
  id: `g${id}`,
  kind: "goal",
  side,
  clock,
  period: clock > 2_700 ? 2 : 1,
  at: clock,
  player,
});

function match(periods: readonly Pair[], changes: Partial<Facts> = {}): Facts {
  const total = periods.reduce<Pair>(([h, a], [x, y]) => [h + x, a + y], [0, 0]);
  const clock = { seconds: 0, period: periods.length, stopped: true };
  return Object.assign(
    { sport: "football", status: "ended", clock, score: { total, periods }, incidents: [] },
    changes,
  );
}

const twoOne = match(
  [
    [1, 0],
    [1, 1],
  ],
  {
    incidents: [goal(1, "home", 600, "p:1"), goal(2, "away", 3_000, "p:2"), goal(3, "home", 5_000, "p:1")],
    score: {
      total: [2, 1],
      periods: [
        [1, 0],
        [1, 1],
      ],
      corners: [6, 4],
      yellow_cards: [2, 1],
      red_cards: [0, 1],
    },
  },
);

test.each<[string, string, string, Factor]>([
  ["1x2", "", "home", won],
  ["1x2", "", "draw", lost],
  ["double_chance", "", "home_away", won],
  ["double_chance", "", "draw_away", lost],
  ["draw_no_bet", "", "home", won],
  ["total", "total=2.5", "over", won],
  ["total", "total=2.75", "over", halfWon],
  ["total", "total=3", "under", voided],
  ["total", "total=3.25", "over", halfLost],
  ["team_total", "side=away|total=1.5", "under", won],
  ["hcp", "hcp=-1", "home", voided],
  ["hcp", "hcp=-0.75", "home", halfWon],
  ["hcp", "hcp=-1.25", "home", halfLost],
  ["hcp", "hcp=-1.25", "away", halfWon],
  ["hcp_3way", "hcp=-1", "draw", won],
  ["rest_hcp", "hcp=-0.5|score=1:0", "home", lost],
  ["rest_hcp", "hcp=0|score=1:0", "away", voided],
  ["both_score", "", "yes", won],
  ["correct_score", "", "2:1", won],
  ["correct_score", "", "other", lost],
  ["ht_ft", "", "home_home", won],
  ["half_1x2", "half=2", "draw", won],
  ["half_total", "half=1|total=1.5", "over", lost],
  ["half_both_score", "half=2", "yes", won],
  ["next_goal", "goal=2", "away", won],
  ["next_goal", "goal=4", "none", won],
  ["corners_1x2", "", "home", won],
  ["corners_total", "total=9.5", "over", won],
  ["cards_total", "total=3.5", "over", won],
  ["anytime_scorer", "", "p:2", won],
  ["first_scorer", "", "p:2", lost],
  ["to_qualify", "", "home", won],
])("football 2:1, %s %s: %s", (kind, spec, outcome, factor) => {
  const found = outcomeFactor({ kind, spec, outcomes: ["2:1", "other"] }, outcome, twoOne);
  expect(found && sameFactor(found, factor)).toBe(true);
});

test("quarter lines of the golden table: a draw at -0.25 is half lost, at +0.25 half won", () => {
  const draw = match([
    [0, 0],
    [1, 1],
  ]);
  expect(outcomeFactor({ kind: "hcp", spec: "hcp=-0.25", outcomes: [] }, "home", draw)).toEqual(halfLost);
  expect(outcomeFactor({ kind: "hcp", spec: "hcp=0.25", outcomes: [] }, "home", draw)).toEqual(halfWon);
});

test("extra time counts for qualifying only", () => {
  const cup = match([
    [1, 0],
    [0, 1],
    [1, 0],
    [0, 0],
  ]);
  expect(outcomeFactor({ kind: "1x2", spec: "", outcomes: [] }, "draw", cup)).toEqual(won);
  expect(outcomeFactor({ kind: "to_qualify", spec: "", outcomes: [] }, "home", cup)).toEqual(won);
});

test("what is decided alike by every continuation is decided early, and of an abandoned match the rest is void", () => {
  const live = match([[2, 1]], { status: "live" });
  const factor = (facts: Facts, kind: string, spec: string, outcome: string) =>
    outcomeFactor({ kind, spec, outcomes: [] }, outcome, facts);
  expect(factor(live, "total", "total=2.5", "over")).toEqual(won);
  expect(factor(live, "total", "total=3.5", "over")).toBeUndefined();
  expect(factor(live, "correct_score", "", "1:1")).toEqual(lost);
  const abandoned = match([[2, 1]], { status: "abandoned" });
  expect(factor(abandoned, "total", "total=2.5", "under")).toEqual(lost);
  expect(factor(abandoned, "total", "total=3.5", "over")).toEqual(voided);
  expect(factor(abandoned, "1x2", "", "home")).toEqual(voided);
});

test("a goal that VAR cancelled is none", () => {
  const facts = match(
    [
      [0, 0],
      [0, 0],
    ],
    { incidents: [Object.assign({ cancelled: true }, goal(1, "home", 60, "p:1"))] },
  );
  expect(outcomeFactor({ kind: "anytime_scorer", spec: "", outcomes: [] }, "p:1", facts)).toEqual(lost);
  expect(outcomeFactor({ kind: "next_goal", spec: "goal=1", outcomes: [] }, "none", facts)).toEqual(won);
});

const sets = (periods: readonly Pair[], total: Pair, changes: Partial<Facts> = {}) =>
  match(periods, Object.assign({ sport: "tennis", score: { total, periods } }, changes));

test("tennis: games, sets and tie-breaks", () => {
  const facts = sets(
    [
      [7, 6],
      [4, 6],
      [6, 3],
    ],
    [2, 1],
  );
  const factor = (kind: string, spec: string, outcome: string) =>
    outcomeFactor({ kind, spec, outcomes: [] }, outcome, facts);
  expect(factor("winner", "", "home")).toEqual(won);
  expect(factor("set_score", "", "2:1")).toEqual(won);
  expect(factor("sets_total", "total=2.5", "over")).toEqual(won);
  expect(factor("games_total", "total=31.5", "over")).toEqual(won);
  expect(factor("games_hcp", "hcp=-1.5", "home")).toEqual(won);
  expect(factor("set_winner", "set=2", "away")).toEqual(won);
  expect(factor("tie_break", "", "no")).toEqual(lost);
});

test("tennis: after a retirement the winner is settled if a set was finished", () => {
  const retirement: Incident = { id: "r", kind: "retirement", side: "home", clock: 1, period: 2, at: 1 };
  const late = sets(
    [
      [6, 4],
      [0, 2],
    ],
    [1, 0],
    { status: "retired", incidents: [retirement] },
  );
  expect(outcomeFactor({ kind: "winner", spec: "", outcomes: [] }, "away", late)).toEqual(won);
  const early = sets([[3, 2]], [0, 0], { status: "retired", incidents: [retirement] });
  expect(outcomeFactor({ kind: "winner", spec: "", outcomes: [] }, "away", early)).toEqual(voided);
});

test("tennis: what every continuation decides alike is decided, so it is settled after a retirement", () => {
  const retirement: Incident = { id: "r", kind: "retirement", side: "home", clock: 1, period: 3, at: 1 };
  const facts = sets(
    [
      [6, 4],
      [4, 6],
      [5, 5],
    ],
    [1, 1],
    { status: "retired", incidents: [retirement], setsToWin: 2, clock: { seconds: 0, period: 3, stopped: true } },
  );
  const factor = (kind: string, spec: string, outcome: string) =>
    outcomeFactor({ kind, spec, outcomes: [] }, outcome, facts);
  expect(factor("sets_total", "total=2.5", "over")).toEqual(won);
  expect(factor("sets_hcp", "hcp=-1.5", "home")).toEqual(lost);
  expect(factor("set_score", "", "0:2")).toEqual(lost);
  expect(factor("set_score", "", "2:1")).toEqual(voided);
  // Twenty games of two sets, and twelve or thirteen of the third.
  expect(factor("games_total", "total=31.5", "over")).toEqual(won);
  expect(factor("games_total", "total=32", "over")).toEqual(voided);
  expect(factor("games_total", "total=33.5", "under")).toEqual(won);
  expect(factor("set_games_total", "set=3|total=11.5", "over")).toEqual(won);
  expect(factor("set_games_total", "set=3|total=12.5", "over")).toEqual(voided);
  expect(factor("games_hcp", "hcp=-1.5", "home")).toEqual(voided);
  expect(factor("set_winner", "set=2", "away")).toEqual(won);
  expect(factor("set_winner", "set=3", "away")).toEqual(voided);
});

test("volleyball: points that every continuation has or lacks are decided, so they are settled when a match is abandoned", () => {
  const periods: readonly Pair[] = [
    [25, 20],
    [23, 25],
    [25, 18],
    [19, 25],
    [14, 14],
  ];
  const facts = sets(periods, [2, 2], { sport: "volleyball", status: "abandoned", setsToWin: 3 });
  const factor = (kind: string, spec: string, outcome: string) =>
    outcomeFactor({ kind, spec, outcomes: [] }, outcome, facts);
  // 208 points and a lead of four so far; the set ends by two, at 16:14 or later.
  expect(factor("points_total", "total=209.5", "over")).toEqual(won);
  expect(factor("points_total", "total=210.5", "over")).toEqual(voided);
  expect(factor("points_hcp", "hcp=-1.5", "home")).toEqual(won);
  expect(factor("points_hcp", "hcp=-6.5", "away")).toEqual(won);
  expect(factor("points_hcp", "hcp=-3.5", "home")).toEqual(voided);
  expect(factor("set_points_total", "set=5|total=29.5", "under")).toEqual(lost);
  expect(factor("set_points_hcp", "hcp=2.5|set=5", "home")).toEqual(won);
  expect(factor("sets_total", "total=4.5", "over")).toEqual(won);
  // In the fourth set, which can be the last one: 0:24 down, the home side wins 26:24 or loses and plays on.
  const fourth = sets([...periods.slice(0, 3), [0, 24]], [2, 1], {
    sport: "volleyball",
    status: "abandoned",
    setsToWin: 3,
  });
  const inFourth = (kind: string, spec: string) => outcomeFactor({ kind, spec, outcomes: [] }, "home", fourth);
  expect(inFourth("points_hcp", "hcp=-23.5")).toEqual(lost);
  expect(inFourth("points_hcp", "hcp=-22.5")).toEqual(voided);
  expect(outcomeFactor({ kind: "points_total", spec: "total=175.5", outcomes: [] }, "over", fourth)).toEqual(won);
  expect(outcomeFactor({ kind: "points_total", spec: "total=176.5", outcomes: [] }, "over", fourth)).toEqual(voided);
});

test("an outright shares the last places as a dead heat", () => {
  const standings = [1, 2, 3, 4, 4, 6].map((place, i) => ({ entrant: `k:${i}`, place }));
  const facts = match([], { standings });
  const factor = (entrant: string) => outcomeFactor({ kind: "outright_top_4", spec: "", outcomes: [] }, entrant, facts);
  expect(factor("k:0")).toEqual(won);
  expect(factor("k:3")?.deadHeat).toEqual([1, 2]);
  expect(factor("k:5")).toEqual(lost);
  expect(factor("k:9")).toEqual(voided);
});

test("every kind with fixed outcomes is decided by the facts of a finished match of its sport, with the winners it allows", () => {
  const specs: Readonly<Record<string, string>> = {
    hcp: "-0.5",
    total: "1.5",
    score: "0:0",
    side: "home",
    half: "1",
    goal: "1",
  };
  for (const kind of marketKinds.filter(each => footballKinds.has(each.id))) {
    if (typeof kind.outcomes === "string") continue;
    const spec = kind.keys.map(key => `${key}=${specs[key]}`).join("|");
    expect(findLine(kind.id, spec)?.spec).toBe(spec);
    const factors = marketFactors({ kind: kind.id, spec, outcomes: kind.outcomes }, twoOne);
    expect(factors?.size, kind.id).toBe(kind.outcomes.length);
    const winners = [...(factors?.values() ?? [])].filter(each => each.result === 1);
    expect(winners, kind.id).toHaveLength(kind.winners ?? 1);
  }
});

const footballKinds = new Set(
  (
    "1x2 double_chance draw_no_bet total team_total hcp rest_hcp both_score ht_ft half_1x2 half_total half_both_score next_goal corners_1x2 " +
    "corners_total cards_total to_qualify"
  ).split(" "),
);

test("specifiers are read in any order and written in one", () => {
  expect(findLine("total", "total=2.50")?.spec).toBe("total=2.5");
  expect(findLine("rest_hcp", "score=1:0|hcp=-0.50")?.spec).toBe("hcp=-0.5|score=1:0");
  for (const spec of ["total=2.6", "total=-1", "total=x", "total=2.5|total=2.5", "hcp=1", ""])
    expect(findLine("total", spec)).toBeUndefined();
});
