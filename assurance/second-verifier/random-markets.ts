import { required } from "#kit/std/invariant.ts";
import type { Factor } from "#modules/odds/shared/factor.ts";
import { type Facts, factStatuses, type Incident, type Pair, type Side, sports } from "#modules/odds/shared/facts.ts";
import { type MarketKind, marketKinds } from "#modules/odds/shared/market-kinds.ts";
import { outcomeFactor } from "#modules/odds/shared/market-rules.ts";

type Pick = (below: number) => number;

/** Random facts with a random line of every kind of market, and what our rules make of each outcome; the same ones for the same seed. */
export function* randomMarkets(events: number, seed = 1): Generator<string> {
  const pick = picker(seed);
  for (let event = 0; event < events; event++) {
    const facts = randomFacts(pick);
    for (const kind of marketKinds) yield marketLine(kind, facts, pick);
  }
}

function marketLine(kind: MarketKind, facts: Facts, pick: Pick): string {
  const isOfPoints = facts.sport === "volleyball" && kind.id.includes("points_");
  const spec = kind.keys.map(key => `${key}=${specValue(key, pick, isOfPoints ? 8 : 1)}`).join("|");
  const outcomes = outcomesOf(kind, facts);
  const market = { kind: kind.id, spec, outcomes };
  const results = Object.fromEntries(outcomes.map(each => [each, resultText(outcomeFactor(market, each, facts))]));
  return JSON.stringify({ kind: kind.id, spec, facts, results });
}

/** As the Python verifier writes a result. */
function resultText(factor: Factor | undefined): string {
  if (!factor) return "open";
  const { result, voidFactor, deadHeat } = factor;
  if (voidFactor === 1) return "void";
  if (voidFactor === 0.5) return result === 1 ? "half_won" : "half_lost";
  if (result === 0) return "lost";
  return deadHeat[0] === deadHeat[1] ? "won" : `tie${deadHeat.join("/")}`;
}

function picker(seed: number): Pick {
  let state = BigInt(seed);
  return below => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    return Number((state >> 33n) % BigInt(below));
  };
}

const quarters = (count: number) => String(count / 4);

/** Lines reach further where more is counted. */
function specValue(key: string, pick: Pick, times: number): string {
  if (key === "hcp") return quarters(times * (pick(25) - 12));
  if (key === "total") return quarters(times * pick(24) * (times > 1 ? 3 : 1));
  if (key === "score") return `${pick(3)}:${pick(3)}`;
  if (key === "side") return pick(2) === 0 ? "home" : "away";
  if (key === "to") return String(2 + pick(4));
  return String(1 + pick(key === "half" ? 2 : 4));
}

const players = ["p:1", "p:2", "p:3"];
const entrants = ["k:1", "k:2", "k:3", "k:4", "k:5", "k:6", "k:7"];
const scores = ["0:0", "1:0", "0:1", "1:1", "2:1", "2:0", "other"];

function outcomesOf({ id, outcomes }: MarketKind, _facts: Facts): readonly string[] {
  if (outcomes === "scores") return scores;
  if (outcomes === "entrants") return entrants;
  if (outcomes === "players") return id === "first_scorer" ? [...players, "none"] : players;
  return outcomes;
}

const incidentKinds = [
  "goal",
  "goal",
  "goal",
  "point",
  "point",
  "game",
  "set",
  "map",
  "period_end",
  "period_start",
  "retirement",
  "red_card",
] as const;

function randomFacts(pick: Pick): Facts {
  const sport = required(sports[pick(sports.length)], "a sport");
  const status = required(factStatuses[pick(factStatuses.length)], "a status");
  const pair = (below: number): Pair => [pick(below), pick(below)];
  const most = sport === "tennis" ? 8 : sport === "volleyball" ? 28 : 4;
  const periods = Array.from({ length: pick(6) }, () => pair(most));
  const score = {
    total: pair(4),
    periods,
    ...(pick(2) === 0 && { corners: pair(12) }),
    ...(pick(2) === 0 && { yellow_cards: pair(4) }),
    ...(pick(2) === 0 && { red_cards: pair(2) }),
  };
  const incidents = Array.from({ length: pick(9) }, (_, id) => incident(pick, id));
  const clock = { seconds: pick(6_000), period: 1 + pick(5), stopped: pick(2) === 0 };
  const isOfSets = sport === "tennis" || sport === "volleyball";
  const facts: Facts = { sport, status, clock, score, incidents, ...(isOfSets && { setsToWin: 1 + pick(3) }) };
  return pick(3) === 0 ? { ...facts, standings: standings(pick) } : facts;
}

function incident(pick: Pick, id: number): Incident {
  const side: Side | undefined = required([undefined, "home", "away"] as const, "sides")[pick(3)];
  return {
    id: `i${id}`,
    kind: required(incidentKinds[pick(incidentKinds.length)], "a kind"),
    ...(side && { side }),
    clock: pick(6_000),
    period: 1 + pick(5),
    at: pick(1_000),
    ...(pick(2) === 0 && { player: required(players[pick(players.length)], "a player") }),
    ...(pick(2) === 0 && { value: 1 + pick(3) }),
    ...(pick(6) === 0 && { cancelled: true }),
  };
}

function standings(pick: Pick) {
  return entrants.slice(0, 2 + pick(entrants.length - 1)).map(entrant => ({ entrant, place: 1 + pick(5) }));
}
