import { type Micros, payoutOf } from "#kit/money/amount.ts";
import type { BetOdds } from "./bet-odds.ts";
import { afterResult, barrier, firstPoint, type RunBounds, type RunPoint, type Strategy } from "./strategy.ts";

/** The possible results of an autobet run, before it starts. */
export interface Forecast {
  /** `exact`: every path was followed. `simulated`: this many runs were drawn. */
  readonly method: { readonly kind: "exact" } | { readonly kind: "simulated"; readonly runs: number };
  /** The forecast ends after this many bets, where the run might continue. */
  readonly horizon: number | null;
  readonly profit: number;
  readonly stopLoss: number;
  readonly median: bigint;
  /** Results at the 5th and 95th percentile. */
  readonly low: bigint;
  readonly high: bigint;
  readonly meanBets: number;
}

export interface ForecastSpec extends RunBounds {
  readonly strategy: Strategy;
  readonly odds: BetOdds;
}

interface Chance {
  readonly probability: number;
  payout(stake: Micros): Micros;
}

/** Bets after which a run is cut off. */
const mostHorizon = 1_000;
const exactSteps = 300_000;
const simulatedSteps = 1_000_000;
const mostRuns = 10_000;
const sliceSteps = 4_000;

/**
 * Computes the forecast in slices: each `next` does a small part of the work, so that a page stays responsive. Follows all paths at once
 * while there are few enough distinct states; otherwise draws a stated number of runs from the seed.
 */
export function* forecast(spec: ForecastSpec, seed: number): Generator<undefined, Forecast> {
  const chances = chancesOf(spec.odds);
  const wanted = spec.strategy.count ?? mostHorizon;
  const horizon = Math.min(wanted, mostHorizon);
  const ends = newEnds();
  const isExact = yield* follow(spec, chances, horizon, ends);
  const cut = spec.strategy.count === null || wanted > horizon ? horizon : null;
  if (isExact) return summary(ends, { kind: "exact" }, cut);
  const drawn = newEnds();
  const runs = Math.min(mostRuns, Math.floor(simulatedSteps / horizon));
  yield* draw(spec, chances, horizon, { runs, random: generator(seed) }, drawn);
  return summary(drawn, { kind: "simulated", runs }, cut);
}

/** How the runs ended: the probability of each net result. */
interface Ends {
  readonly nets: Map<bigint, number>;
  stopLoss: number;
  bets: number;
}

const newEnds = (): Ends => ({ nets: new Map(), stopLoss: 0, bets: 0 });

function end(ends: Ends, point: RunPoint, weight: number, reason: string | null): void {
  ends.nets.set(point.net, (ends.nets.get(point.net) ?? 0) + weight);
  if (reason === "loss") ends.stopLoss += weight;
  ends.bets += weight * point.made;
}

/** Why no further bet is placed; the balance is a limit too. */
function endOf({ strategy, limits, balance }: ForecastSpec, point: RunPoint): string | null {
  const reason = barrier(strategy, point, limits);
  if (reason !== null) return reason;
  return balance !== null && point.stake > balance + point.net ? "funds" : null;
}

/** Bet by bet over the distinct states of a run. False when there are too many. */
function* follow(
  spec: ForecastSpec,
  chances: readonly Chance[],
  horizon: number,
  ends: Ends,
): Generator<undefined, boolean> {
  const nameOf = pointNamer(spec.strategy);
  let layer = new Map<string, { point: RunPoint; weight: number }>();
  const first = firstPoint(spec.strategy);
  layer.set("", { point: first, weight: 1 });
  let steps = 0;
  for (let made = 0; made <= horizon && layer.size > 0; made++) {
    const next: typeof layer = new Map();
    for (const { point, weight } of layer.values()) {
      const reason = made === horizon ? (endOf(spec, point) ?? "horizon") : endOf(spec, point);
      if (reason !== null) {
        end(ends, point, weight, reason);
        continue;
      }
      for (const chance of chances) {
        const result = { stake: point.stake, payout: chance.payout(point.stake) };
        const after = afterResult(spec.strategy, point, result, spec);
        const probability = weight * chance.probability;
        if (after.stopped) end(ends, after.point, probability, "condition");
        else {
          const name = nameOf(after.point);
          const known = next.get(name);
          if (known) known.weight += probability;
          else next.set(name, { point: after.point, weight: probability });
        }
        if (++steps > exactSteps) return false;
        if (steps % sliceSteps === 0) yield;
      }
    }
    layer = next;
  }
  return true;
}

/** Two states after the same number of bets have the same future when these are equal. */
function pointNamer({ conditions }: Strategy): (point: RunPoint) => string {
  const counts = (kind: "wins" | "losses") =>
    conditions.flatMap(({ when }) => (when.kind === kind && "count" in when ? [when.count] : []));
  const [wins, losses] = [common(counts("wins")), common(counts("losses"))];
  return ({ net, stake, streak }) =>
    `${net} ${stake} ${streak > 0 ? `w${wins === 0 ? 0 : streak % wins}` : `l${losses === 0 ? 0 : -streak % losses}`}`;
}

/** The least common multiple; 0 for an empty list. */
function common(counts: readonly number[]): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  return counts.reduce((all, count) => (all === 0 ? count : (all / divisor(all, count)) * count), 0);
}

function* draw(
  spec: ForecastSpec,
  chances: readonly Chance[],
  horizon: number,
  { runs, random }: { runs: number; random: () => number },
  ends: Ends,
): Generator<undefined, void> {
  const weight = 1 / runs;
  let steps = 0;
  for (let run = 0; run < runs; run++) {
    let point = firstPoint(spec.strategy);
    let reason = endOf(spec, point);
    while (reason === null && point.made < horizon) {
      const stake = point.stake;
      const after = afterResult(spec.strategy, point, { stake, payout: pick(chances, random()).payout(stake) }, spec);
      point = after.point;
      reason = after.stopped ? "condition" : endOf(spec, point);
      if (++steps % sliceSteps === 0) yield;
    }
    end(ends, point, weight, reason);
  }
}

function pick(chances: readonly Chance[], at: number): Chance {
  let left = at;
  let last = chances[0] as Chance;
  for (const chance of chances) {
    last = chance;
    left -= chance.probability;
    if (left < 0) break;
  }
  return last;
}

function chancesOf({ total, outcomes }: BetOdds): readonly Chance[] {
  return outcomes
    .filter(({ weight }) => weight > 0n)
    .map(({ weight, multiplier }) => {
      const paid = new Map<Micros, Micros>();
      return {
        probability: Number(weight) / Number(total),
        payout(stake) {
          let payout = paid.get(stake);
          if (payout === undefined) {
            payout = payoutOf(stake, multiplier);
            paid.set(stake, payout);
          }
          return payout;
        },
      };
    });
}

/** Mulberry32, two numbers for 52 bits: repeatable, and used only for forecasts. */
function generator(seed: number): () => number {
  let state = seed | 0;
  const word = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return () => ((word() >>> 6) * 0x4000000 + (word() >>> 6)) / 2 ** 52;
}

/** Sums of many small numbers are off by about 1e-18: a share counts as reached that much earlier. */
const slack = 1e-12;

function summary(ends: Ends, method: Forecast["method"], horizon: number | null): Forecast {
  const sorted = [...ends.nets].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const total = sorted.reduce((sum, [, weight]) => sum + weight, 0);
  const at = (share: number): bigint => {
    let sum = 0;
    for (const [net, weight] of sorted) {
      sum += weight;
      if (sum >= share * total - slack) return net;
    }
    return sorted.at(-1)?.[0] ?? 0n;
  };
  const profit = sorted.reduce((sum, [net, weight]) => (net > 0n ? sum + weight : sum), 0) / total;
  return {
    method,
    horizon,
    profit,
    stopLoss: ends.stopLoss / total,
    meanBets: ends.bets / total,
    median: at(0.5),
    low: at(0.05),
    high: at(0.95),
  };
}
