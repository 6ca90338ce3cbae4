import { expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import type { QuoteLeg } from "../../shared/protocol.ts";
import { unevenPairs } from "../../testing/joint-checks.ts";
import { seedOf } from "../../testing/matches.ts";
import type { HockeyMatch } from "../hockey/hockey.ts";
import { HockeyBook } from "../hockey/hockey-book.ts";
import { beforeFirstPeriod, type HockeyFacts, regularScore, sum } from "../hockey/hockey-facts.ts";
import { hockeyRules } from "../hockey/hockey-rules.ts";
import { jointOfHockey } from "../hockey/joint.ts";
import { Cs2Book } from "../maps/cs2-book.ts";
import { beforeFirstMap, type Cs2Facts } from "../maps/cs2-facts.ts";
import { DotaBook } from "../maps/dota-book.ts";
import { beforeDraft } from "../maps/dota-facts.ts";
import { jointOfCs2, jointOfDota } from "../maps/joint.ts";
import type { BasketballMatch } from "../possessions/basketball.ts";
import { BasketballBook } from "../possessions/basketball-book.ts";
import { type BasketballFacts, beforeTip } from "../possessions/basketball-facts.ts";
import { jointOfBasketball } from "../possessions/joint.ts";
import { randomStream } from "../random.ts";
import { jointOfVolleyball } from "../volleyball/joint.ts";
import { VolleyballBook } from "../volleyball/volleyball-book.ts";
import { beforeToss } from "../volleyball/volleyball-facts.ts";
import type { BuilderPart, BuilderRefusal } from "./event.ts";
import type { Line } from "./rules.ts";

const line = (id: string, spec = ""): Line => ({ id, spec });
const leg = (market: string, outcome: string, spec = ""): QuoteLeg => ({ market, spec, outcome });
const last = (found: readonly BuilderPart[] | BuilderRefusal) =>
  typeof found === "string" ? expect.fail(found) : required(found.at(-1), "a part").p;

const hockey: HockeyMatch = { home: 3.2, away: 2.7 };
const second: HockeyFacts = {
  periods: [
    [1, 0],
    [0, 1],
  ],
  seconds: 400,
  onBreak: false,
  phase: "open",
  scorers: ["home", "away"],
};
const basketball: BasketballMatch = { home: [0.48, 0.06, 0.35, 0.11], away: [0.475, 0.06, 0.355, 0.11] };
const late: BasketballFacts = {
  quarters: [
    [20, 22],
    [25, 19],
    [18, 24],
    [20, 18],
  ],
  played: 22,
  onBreak: false,
  phase: "open",
  first20: "home",
};
const sides = { defending: 0.55, attacking: 0.49 };
const cs2 = { maps: [sides, { defending: 0.5, attacking: 0.47 }, sides] as const };
const third: Cs2Facts = {
  maps: [
    [13, 8],
    [5, 13],
    [3, 6],
  ],
  won: [1, 1],
  onBreak: false,
  phase: "open",
};
const volleyball = { serving: 0.42, receiving: 0.61 };
const ofMaps = [line("winner"), line("map_score"), line("maps_total", "total=2.5"), line("maps_hcp", "hcp=-1.5")];

test("joint chances of two markets add up to the chance of each, in every sport, before and during the match", () => {
  const ofHockey = [
    line("winner"),
    line("1x2"),
    line("total", "total=5.5"),
    line("period_total", "period=3|total=1.5"),
  ];
  const earlier = [line("period_1x2", "period=1"), ...ofHockey];
  for (const [facts, lines] of [
    [beforeFirstPeriod, earlier],
    [second, ofHockey],
  ] as const) {
    const book = new HockeyBook(hockey, facts);
    const joint = (legs: readonly QuoteLeg[]) => jointOfHockey(hockey, legs, facts);
    expect(unevenPairs({ lines, outcomes: each => book.outcomes(each), joint })).toEqual([]);
  }
  for (const [facts, total, own] of [
    [beforeTip, 207.5, 103.5],
    [late, 174.5, 86.5],
  ] as const) {
    const book = new BasketballBook(basketball, facts);
    const joint = (legs: readonly QuoteLeg[]) => jointOfBasketball(basketball, legs, facts);
    const lines = [line("winner"), line("total", `total=${total}`), line("team_total", `side=home|total=${own}`)];
    expect(unevenPairs({ lines, outcomes: each => book.outcomes(each), joint })).toEqual([]);
  }
  for (const [facts, lines] of [
    [beforeFirstMap, [...ofMaps, line("map_winner", "map=1"), line("map_winner", "map=2")]],
    [third, [line("winner"), line("map_winner", "map=3")]],
  ] as const) {
    const book = new Cs2Book(cs2, facts);
    const joint = (legs: readonly QuoteLeg[]) => jointOfCs2(cs2, legs, facts);
    expect(unevenPairs({ lines, outcomes: each => book.outcomes(each), joint })).toEqual([]);
  }
  const dota = new DotaBook({ strength: 0.12 }, beforeDraft);
  expect(
    unevenPairs({
      lines: [...ofMaps, line("map_winner", "map=2")],
      outcomes: each => dota.outcomes(each),
      joint: legs => jointOfDota({ strength: 0.12 }, legs, beforeDraft),
    }),
  ).toEqual([]);
  const sets = new VolleyballBook(volleyball, beforeToss);
  expect(
    unevenPairs({
      lines: [line("winner"), line("set_score"), line("sets_total", "total=3.5"), line("sets_hcp", "hcp=-1.5")],
      outcomes: each => sets.outcomes(each),
      joint: legs => jointOfVolleyball(volleyball, legs, beforeToss),
    }),
  ).toEqual([]);
});

test("a builder of ice hockey wins as often as its joint chance says", () => {
  const legs = [leg("winner", "home"), leg("total", "over", "total=5.5"), leg("period_1x2", "home", "period=1")];
  const p = last(jointOfHockey(hockey, legs, beforeFirstPeriod));
  const count = 2000;
  const times = { second: 75, pause: 8000, shootOut: 20_000 };
  let won = 0;
  for (let number = 0; number < count; number++) {
    const end = required(hockeyRules(hockey, randomStream(seedOf(number)), times).steps.at(-1), "an end").state;
    const [home, away] = sum(end.periods);
    const [regularHome, regularAway] = regularScore(end);
    const [first = [0, 0]] = end.periods;
    if (home > away && regularHome + regularAway > 5.5 && first[0] > first[1]) won++;
  }
  expect(Math.abs(won / count - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / count));
});

test("what excludes, follows, repeats, may be void or is decided has no joint price", () => {
  const of = (...legs: QuoteLeg[]) => jointOfHockey(hockey, legs, beforeFirstPeriod);
  expect(of(leg("1x2", "draw"), leg("hcp", "home", "hcp=-1.5"))).toBe("impossible");
  expect(of(leg("1x2", "home"), leg("winner", "home"))).toBe("implied");
  expect(of(leg("winner", "home"), leg("winner", "home"))).toBe("same_leg");
  expect(of(leg("winner", "home"), leg("total", "over", "total=6"))).toBe("not_combinable");
  expect(of(leg("winner", "home"), leg("next_goal", "home", "goal=1"))).toBe("not_combinable");
  expect(of(leg("winner", "home"), leg("1x2", "nobody"))).toBe("unknown_leg");
  expect(of(leg("winner", "home"), leg("total", "over", "goals=5"))).toBe("unknown_leg");
  const decided = [leg("total", "over", "total=6.5"), leg("period_1x2", "home", "period=1")];
  expect(jointOfHockey(hockey, decided, second)).toBe("not_combinable");
  // A third map is played only after 1:1.
  const maps = [leg("winner", "home"), leg("map_winner", "home", "map=3")];
  expect(jointOfCs2(cs2, maps, beforeFirstMap)).toBe("not_combinable");
});
