import { specValues } from "../../shared/markets.ts";
import type { QuoteLeg } from "../../shared/protocol.ts";
import type { BuilderPart, BuilderRefusal } from "../events/event.ts";
import { type JointEnd, type JointRules, jointOfLegs, wonBits } from "../events/joint-legs.ts";
import type { Line } from "../events/rules.ts";
import type { Cs2Match } from "./cs2.ts";
import { Cs2Book } from "./cs2-book.ts";
import type { Cs2Facts } from "./cs2-facts.ts";
import type { DotaMatch } from "./dota.ts";
import { DotaBook } from "./dota-book.ts";
import type { DotaFacts } from "./dota-facts.ts";
import { afterMap, mapsToWin, type Pair, type RunningSeries, seriesResult } from "./series.ts";
import { settleCs2 } from "./settle-cs2.ts";
import { settleDota } from "./settle-dota.ts";

const kinds = new Set(["winner", "map_score", "maps_total", "maps_hcp", "map_winner"]);

/** Who wins each map that is left, until the match is decided. */
interface Path {
  readonly winners: ReadonlyMap<number, "home" | "away">;
  readonly won: Pair;
  readonly p: number;
}

function pathsOf(series: RunningSeries, { winners, won, p }: Path): readonly Path[] {
  if (Math.max(...won) === mapsToWin) return [{ winners, won, p }];
  const map = series.map + winners.size;
  const home = series.homeChance(map);
  const after = (side: "home" | "away", chance: number) =>
    pathsOf(series, {
      winners: new Map([...winners, [map, side]]),
      won: afterMap(won, side === "home"),
      p: p * chance,
    });
  return [...after("home", home), ...after("away", 1 - home)];
}

/** The joint chance of every subset of legs on the winners of maps and what follows from them. A map that may not be played combines with nothing: its legs may be void. */
function jointOfSeries(
  legs: readonly QuoteLeg[],
  series: RunningSeries,
  rules: Omit<JointRules, "kinds">,
): readonly BuilderPart[] | BuilderRefusal {
  const paths = pathsOf(series, { winners: new Map(), won: series.won, p: 1 });
  const isUncertain = legs.some(
    leg => leg.market === "map_winner" && paths.some(({ winners }) => !winners.has(mapOf(leg))),
  );
  if (isUncertain) return "not_combinable";
  return jointOfLegs(legs, Object.assign({}, rules, { kinds }), () => paths.map(path => endOf(legs, path)));
}

function endOf(legs: readonly QuoteLeg[], { winners, won, p }: Path): JointEnd {
  const isWon = (leg: QuoteLeg) =>
    leg.market === "map_winner"
      ? winners.get(mapOf(leg)) === leg.outcome
      : seriesResult({ id: leg.market, spec: leg.spec }, leg.outcome, won) === "win";
  return { won: wonBits(legs, isWon), p };
}

const mapOf = ({ spec }: QuoteLeg) => Number(specValues(spec).get("map"));

export function jointOfCs2(
  match: Cs2Match,
  legs: readonly QuoteLeg[],
  facts: Cs2Facts,
): readonly BuilderPart[] | BuilderRefusal {
  const book = new Cs2Book(match, facts);
  return jointOfSeries(legs, book.series(), {
    outcomes: line => book.outcomes(line),
    isDecided: (line: Line) => settleCs2(line, facts) !== undefined,
  });
}

export function jointOfDota(
  match: DotaMatch,
  legs: readonly QuoteLeg[],
  facts: DotaFacts,
): readonly BuilderPart[] | BuilderRefusal {
  const book = new DotaBook(match, facts);
  return jointOfSeries(legs, book.series(), {
    outcomes: line => book.outcomes(line),
    isDecided: (line: Line) => settleDota(line, facts) !== undefined,
  });
}
