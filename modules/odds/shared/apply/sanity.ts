import type { PricedMarket } from "../feed.ts";
import { findLine, type Line, type MarketKind } from "../market-kinds.ts";
import { quartersOf } from "../spec.ts";
import { type EventModel, type EventRow, type MarketRow, marketKey, type StoredOutcome } from "./event-model.ts";

/** Rounding of sums of probabilities; prices themselves are whole thousandths. */
const tolerance = 1e-9;
/** The highest expected return of an outcome that we open. */
const largestReturn = 1.02;
const largestJump = 1.35;
/** In play prices drift as time runs out, long ones by more than 35 %; in less than three minutes never by this much of implied probability. */
const largestDrift = 0.15;

interface Checked {
  readonly row: MarketRow;
  readonly line: Line | undefined;
  readonly outcomes: Readonly<Record<string, StoredOutcome>>;
  readonly stated: PricedMarket;
  /** A price of a snapshot or a recovery follows no price that we know. */
  readonly isRepeated: boolean;
  readonly event: Pick<EventRow, "stateN" | "status">;
}

/** Why a market would be a gift or a mistake by its own prices; undefined when nothing is wrong. Closed markets are not checked. */
export function marketFault({ row, line, outcomes, stated, isRepeated, event }: Checked): string | undefined {
  if (!line || stated.status !== "active") return undefined;
  if (isIncomplete(line.kind, outcomes)) return "missing_outcome";
  if (isBelowOne(line.kind, outcomes)) return "sum_below_one";
  if (Object.values(outcomes).some(({ price, p }) => expectedReturn(price, p) > largestReturn))
    return "expected_return";
  if (!isRepeated && hasJumped(row, outcomes, event)) return "price_jump";
  return undefined;
}

const isIncomplete = ({ outcomes: wanted }: MarketKind, outcomes: Checked["outcomes"]) =>
  Object.keys(outcomes).length === 0 || (typeof wanted !== "string" && wanted.some(id => !(id in outcomes)));

/** Backing every outcome must not pay: of w winners, the sum of 1/o is at least w. */
function isBelowOne({ winners, outcomes: kind }: MarketKind, outcomes: Checked["outcomes"]): boolean {
  if (winners === undefined || kind === "players") return false;
  const sum = Object.values(outcomes).reduce((all, { price }) => all + (price === null ? 0 : 1000 / price), 0);
  return sum < Math.min(winners, Object.keys(outcomes).length) - tolerance;
}

export function expectedReturn(price: number | null, p: StoredOutcome["p"]): number {
  if (price === null || !p) return 0;
  const o = price / 1000;
  return p.win * o + (p.half_win * (1 + o)) / 2 + p.refund + p.half_lose / 2;
}

/** A price that moved by 35 % although no state arrived since. It stays closed until one does. */
function hasJumped(row: MarketRow, outcomes: Checked["outcomes"], { stateN, status }: Checked["event"]): boolean {
  if (row.fault === "price_jump" && row.faultN !== null && stateN < row.faultN) return true;
  if (row.version === 0 || row.status !== "active" || row.fault !== null || stateN > row.n) return false;
  return Object.entries(outcomes).some(([id, { price }]) => {
    const before = row.outcomes[id]?.price;
    return price !== null && before !== null && before !== undefined && isJump(before, price, status === "live");
  });
}

function isJump(before: number, after: number, isLive: boolean): boolean {
  const [low, high] = [Math.min(before, after), Math.max(before, after)];
  return high > low * largestJump && (!isLive || 1000 / low - 1000 / high > largestDrift);
}

interface Fault {
  readonly market: MarketRow;
  readonly fault: string;
}

/** Faults that only several markets show: totals that are not monotone, a part of the match with the numbers of the whole. */
export function familyFaults(model: EventModel, changed: readonly MarketRow[]): readonly Fault[] {
  return changed.filter(isOpen).flatMap((market): Fault[] => {
    if (repeatsMatch(model, market)) return [{ market, fault: "half_repeats_match" }];
    return isMonotone(model, market) ? [] : [{ market, fault: "not_monotone" }];
  });
}

const isOpen = ({ status, fault }: MarketRow) => status === "active" && fault === null;

/** Over a higher total pays at least as much. */
function isMonotone(model: EventModel, market: MarketRow): boolean {
  const own = totalOf(market);
  if (!own) return true;
  for (const each of model.markets.values()) {
    const other = each !== market && each.kind === market.kind && isOpen(each) ? totalOf(each) : undefined;
    if (!other || other.rest !== own.rest || other.over === undefined || own.over === undefined) continue;
    if (other.line > own.line ? other.over < own.over : other.over > own.over) return false;
  }
  return true;
}

function totalOf(market: MarketRow) {
  const line = findLine(market.kind, market.spec);
  const total = quartersOf(line?.values.total);
  if (!line || total === undefined) return undefined;
  const rest = Object.entries(line.values)
    .filter(([key]) => key !== "total")
    .join();
  return { line: total, rest, over: market.outcomes.over?.price ?? undefined };
}

/** The kind of the whole match that a kind of a part corresponds to. */
export function matchKindOf(kind: string): string | undefined {
  return /^(?:half|period|quarter)_(.+)$/.exec(kind)?.[1];
}

/** The first part and the match have equal prices only by mistake; a last part may be all that is left of the match. */
function repeatsMatch(model: EventModel, market: MarketRow): boolean {
  const whole = matchKindOf(market.kind);
  const line = findLine(market.kind, market.spec);
  if (!whole || !line) return false;
  const part = line.kind.keys.find(key => key === "half" || key === "period" || key === "quarter");
  if (!part || line.values[part] !== "1") return false;
  const spec = market.spec
    .split("|")
    .filter(each => !each.startsWith(`${part}=`))
    .join("|");
  const match = model.markets.get(marketKey(whole, spec));
  if (match?.status !== "active") return false;
  const prices = Object.entries(market.outcomes);
  return prices.length > 0 && prices.every(([id, { price }]) => price !== null && match.outcomes[id]?.price === price);
}
