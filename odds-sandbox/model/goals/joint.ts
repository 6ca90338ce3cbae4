import { invariant } from "#kit/std/invariant.ts";
import { specValues } from "../../shared/markets.ts";
import type { QuoteLeg } from "../../shared/protocol.ts";
import type { BuilderPart, BuilderRefusal } from "../events/event.ts";
import { kindOf } from "../price.ts";
import type { FootballState } from "./match.ts";
import type { FootballBook } from "./outcomes.ts";
import { settleFootball } from "./settle.ts";

/** Kinds whose result follows from the goals of both halves. */
const byGoals = new Set([
  "1x2",
  "double_chance",
  "total",
  "hcp",
  "hcp_3way",
  "team_total",
  "both_score",
  "correct_score",
  "ht_ft",
  "half_1x2",
  "half_total",
  "half_team_total",
  "half_both_score",
]);

/** The joint chance of every subset of legs under the distribution that prices each of them. */
export function jointChances(legs: readonly QuoteLeg[], book: FootballBook): readonly BuilderPart[] | BuilderRefusal {
  const refusal = unusable(legs, book);
  if (refusal) return refusal;
  const sums = new Float64Array(1 << legs.length);
  const goalLegs = legs.flatMap((leg, index) => (byGoals.has(leg.market) ? [index] : []));
  const wins = new Map<string, number>();
  book.goals.each((x1, y1, x, y, p) => {
    const key = `${x1},${y1},${x},${y}`;
    const known = wins.get(key) ?? wonLegs(legs, goalLegs, book, { goals: [x, y], firstHalf: [x1, y1] });
    wins.set(key, known);
    addWeights(sums, legs, known, p, { book, x, y });
  });
  const parts = [...sums].flatMap((p, mask) => (mask === 0 ? [] : [{ legs: positions(mask), p }]));
  return refusedParts(parts) ?? parts;
}

function unusable(legs: readonly QuoteLeg[], book: FootballBook): BuilderRefusal | undefined {
  const seen = new Set<string>();
  for (const leg of legs) {
    const name = `${leg.market}?${leg.spec}`;
    if (seen.has(`${name}=${leg.outcome}`)) return "same_leg";
    seen.add(`${name}=${leg.outcome}`);
    if (!byGoals.has(leg.market) && leg.market !== "anytime_scorer") return "not_combinable";
    const outcome = book.outcomes({ id: leg.market, spec: leg.spec }).find(({ id }) => id === leg.outcome);
    if (!outcome) return "unknown_leg";
    if (outcome.p.refund > 0 || outcome.p.half_win > 0 || outcome.p.half_lose > 0) return "not_combinable";
    if (settleFootball({ id: leg.market, spec: leg.spec }, book.state, book.match)) return "not_combinable";
  }
  return undefined;
}

/** The goal legs that a final score wins, as bits. */
function wonLegs(
  legs: readonly QuoteLeg[],
  goalLegs: readonly number[],
  book: FootballBook,
  score: Pick<FootballState, "goals" | "firstHalf">,
): number {
  const end: FootballState = { ...book.state, goals: score.goals, firstHalf: score.firstHalf, half: 2 };
  let mask = 0;
  for (const index of goalLegs) {
    const leg = legs[index];
    invariant(leg, "a leg of its own list");
    const results = settleFootball({ id: leg.market, spec: leg.spec }, end, book.match);
    if (results?.some(([id, result]) => id === leg.outcome && result === "win")) mask |= 1 << index;
  }
  return mask;
}

/** Adds one final score to every subset it can win: scorers are thinned from the goals of their team. */
function addWeights(
  sums: Float64Array,
  legs: readonly QuoteLeg[],
  won: number,
  p: number,
  { book, x, y }: { readonly book: FootballBook; readonly x: number; readonly y: number },
): void {
  for (let mask = 1; mask < sums.length; mask++) {
    const members = positions(mask);
    const goals = members.filter(index => legs[index]?.market !== "anytime_scorer");
    if (goals.some(index => (won & (1 << index)) === 0)) continue;
    const players = members.flatMap(index => (legs[index]?.market === "anytime_scorer" ? [legs[index].outcome] : []));
    const chance = players.length === 0 ? 1 : allScore(players, book, [x, y]);
    sums[mask] = (sums[mask] as number) + p * chance;
  }
}

/** P(all of them score), by inclusion and exclusion within each team. */
function allScore(
  players: readonly string[],
  { match, state }: FootballBook,
  [x, y]: readonly [number, number],
): number {
  const scored = new Set(state.order.map(({ player }) => player));
  let chance = 1;
  for (const side of ["home", "away"] as const) {
    const more = side === "home" ? x - state.goals[0] : y - state.goals[1];
    const shares = match.scorers[side]
      .filter(({ id }) => players.includes(id) && !scored.has(id))
      .map(one => one.share);
    let sum = 0;
    for (let mask = 0; mask < 1 << shares.length; mask++) {
      const members = positions(mask);
      const share = members.reduce((total, index) => total + (shares[index] as number), 0);
      sum += (members.length % 2 === 0 ? 1 : -1) * (1 - share) ** more;
    }
    chance *= sum;
  }
  return chance;
}

export function positions(mask: number): readonly number[] {
  const found: number[] = [];
  for (let index = 0; mask >> index > 0; index++) if ((mask >> index) & 1) found.push(index);
  return found;
}

/** Legs that cannot all win have no price; nor have two of which one follows from the other. */
export function refusedParts(parts: readonly BuilderPart[]): BuilderRefusal | undefined {
  if ((parts.at(-1)?.p ?? 0) < 1e-9) return "impossible";
  const single = (index: number | undefined) =>
    parts.find(({ legs }) => legs.length === 1 && legs[0] === index)?.p ?? 0;
  const follows = parts.some(({ legs, p }) => legs.length === 2 && legs.some(index => single(index) - p < 1e-9));
  return follows ? "implied" : undefined;
}

/** The margin of a builder, in per cent. */
export const builderMargin = 8;

/** Whether a market of a leg exists at all. */
export function isKnownMarket(leg: QuoteLeg): boolean {
  try {
    const keys = [...specValues(leg.spec).keys()];
    return kindOf(leg.market).keys.join() === keys.join();
  } catch {
    return false;
  }
}
