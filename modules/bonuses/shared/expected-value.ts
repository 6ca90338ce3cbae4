import { microsPerUnit } from "#kit/money/amount.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { BetOdds } from "#modules/bets/shared/bet-odds.ts";

/**
 * What a bonus is worth to a player who wagers it with one bet and one stake, from bonus money alone: every path of the balance at once.
 * Runs in a Web Worker on the site; a second implementation is assurance/second-verifier/fairhouse_expected_value.py.
 */
export interface WageringPlan {
  /** Bonus money, in micro-units like all sums here. */
  readonly amount: bigint;
  /** What bets have to count. */
  readonly target: bigint;
  /** Stake of every bet; the last one stakes all that is left. */
  readonly stake: bigint;
  /** What a bet counts, in thousandths of its stake. */
  readonly rate: number;
  readonly odds: BetOdds;
  /** The most that becomes real; without one all of it. */
  readonly cap?: bigint | null;
}

export interface ExpectedValue {
  readonly bets: number;
  /** Units of bonus money that become real on average. */
  readonly release: number;
  /** Probability that the target is met, even with nothing left over. */
  readonly finish: number;
}

/** More bets, or more work for a game with many payouts, take longer than a player waits. */
export const mostBets = 4_000;
const mostWork = 1_600_000_000;
/** Distinct balances between two stakes; others are rounded down. */
const mostSteps = 100n;
/** Probability that may be left out at an edge of each row; all of it together stays far below 1e-12. */
const negligible = 1e-18;

/** Bets that the plan takes; short stakes count as one. */
export function betsOf({ target, stake, rate }: Pick<WageringPlan, "target" | "stake" | "rate">): number {
  const counts = (stake * BigInt(rate)) / 1000n;
  return counts === 0n ? Number.POSITIVE_INFINITY : Number((target + counts - 1n) / counts);
}

/** Undefined when the plan takes more bets than can be computed at once: a larger stake is needed. */
export function expectedValue(plan: WageringPlan): ExpectedValue | undefined {
  const bets = betsOf(plan);
  if (bets > mostBets) return undefined;
  const table = tableOf(plan);
  const end = { release: 0, finish: 0 };
  if (table.amount >= reachOf(table, bets)) settle(table, end, 1, table.amount, bets);
  else if (table.amount > 0) {
    if ((bets * (bets * table.stake + 2 * (table.cap ?? 0)) * table.outcomes.length) / 2 > mostWork) return undefined;
    playAll(table, bets, end);
  }
  return { bets, release: (end.release * Number(table.step)) / Number(microsPerUnit), finish: end.finish };
}

/** Every bet from every balance that is possible before it. */
function playAll(table: Table, bets: number, end: End): void {
  let row = emptyRow(reachOf(table, bets));
  let next = emptyRow(reachOf(table, bets));
  const beyond = { mass: new Float64Array(row.mass.length + 1), balance: new Float64Array(row.mass.length + 1) };
  row.mass[table.amount] = 1;
  row.low = row.high = table.amount;
  for (let left = bets; left > 0 && row.low <= row.high; left--) {
    placeAll(table, { from: row, beyond: sumBeyond(row, beyond), into: next, left: left - 1 }, end);
    row.mass.fill(0, row.low, row.high + 1);
    [row, next] = [next, row];
    trim(row);
  }
}

/** The plan in steps of the grid. */
interface Table {
  readonly step: bigint;
  readonly stake: number;
  readonly amount: number;
  readonly edge: number;
  readonly cap: number | null;
  readonly outcomes: readonly Outcome[];
}

/** From this balance on the value is known: every stake that is left is covered, and with a cap so is the cap. */
const reachOf = ({ stake, cap }: Pick<Table, "stake" | "cap">, left: number): number =>
  left === 0 ? 0 : left * stake + (cap ?? 0);

interface Outcome {
  readonly probability: number;
  /** What a whole stake pays. */
  readonly payout: number;
  /** What a stake of so many steps pays: the last stakes, which are all that is left. */
  readonly short: readonly number[];
}

/** Probability by balance, from `low` to `high`; the rest of `mass` is zero. */
interface Row {
  readonly mass: Float64Array;
  low: number;
  high: number;
}

const emptyRow = (length: number): Row => ({ mass: new Float64Array(length), low: 0, high: -1 });

/** The row's probability, and its probability times balance, from each balance upwards. */
interface Beyond {
  readonly mass: Float64Array;
  readonly balance: Float64Array;
}

function sumBeyond({ mass, low, high }: Row, into: Beyond): Beyond {
  into.mass[high + 1] = into.balance[high + 1] = 0;
  for (let at = high; at >= low; at--) {
    const own = mass[at] as number;
    into.mass[at] = (into.mass[at + 1] as number) + own;
    into.balance[at] = (into.balance[at + 1] as number) + own * at;
  }
  return into;
}

/** One bet: from one row into the next one, with so many bets left after it. */
interface Move {
  readonly from: Row;
  readonly beyond: Beyond;
  readonly into: Row;
  readonly left: number;
}

interface End {
  release: number;
  finish: number;
}

function tableOf({ amount, stake, odds, cap = null }: WageringPlan): Table {
  invariant(stake > 0n && amount >= 0n, "a plan has a stake");
  const paid = odds.outcomes.map(({ multiplier }) => (stake * multiplier.numerator) / multiplier.denominator);
  const step = stepOf([amount, ...(cap === null ? [] : [cap]), ...paid].reduce(greatestDivisor, stake), stake, odds);
  const steps = stake / step;
  const outcomes = odds.outcomes.map(({ weight, multiplier: { numerator, denominator } }) => {
    const pays = (of: bigint) => Number((of * numerator) / denominator);
    return {
      probability: Number(weight) / Number(odds.total),
      payout: pays(steps),
      short: Array.from({ length: Number(steps) }, (_, of) => pays(BigInt(of))),
    };
  });
  const returned = outcomes.reduce((sum, { probability, payout }) => sum + probability * payout, 0);
  return {
    step,
    stake: Number(steps),
    amount: Number(amount / step),
    edge: Number(steps) - returned,
    cap: cap === null ? null : Number(cap / step),
    outcomes: merged(outcomes),
  };
}

/** The grid of the sums, if a short stake pays sums of the grid too; else the finest. */
function stepOf(divisor: bigint, stake: bigint, { outcomes }: BetOdds): bigint {
  const finest = stake > mostSteps ? stake / mostSteps : 1n;
  const hasShort = divisor < stake;
  const isClosed = outcomes.every(({ multiplier }) => multiplier.numerator % multiplier.denominator === 0n);
  return divisor < finest || (hasShort && !isClosed) ? finest : divisor;
}

/** Outcomes that pay the same on this grid are one. */
function merged(outcomes: readonly Outcome[]): readonly Outcome[] {
  const byPayout = new Map<string, Outcome>();
  for (const { probability, payout, short } of outcomes) {
    const key = `${payout} ${short.join()}`;
    byPayout.set(key, { probability: (byPayout.get(key)?.probability ?? 0) + probability, payout, short });
  }
  return [...byPayout.values()];
}

/** Balances that cover all stakes left have a linear value, or with a cap a constant one; the others go on. */
function placeAll(table: Table, move: Move, end: End): void {
  const { from, into, left } = move;
  into.low = from.mass.length;
  into.high = -1;
  const lowest = Math.max(from.low, table.stake);
  for (const outcome of table.outcomes) {
    placeShort(table, move, outcome, end);
    const shift = outcome.payout - table.stake;
    const last = Math.min(from.high, reachOf(table, left) - 1 - shift);
    shiftMass(from.mass, into.mass, lowest, last, shift, outcome.probability);
    if (lowest <= last) widen(into, lowest + shift, last + shift);
    settleBeyond(table, move, Math.max(lowest, last + 1), shift, outcome.probability, end);
  }
}

function shiftMass(
  from: Float64Array,
  into: Float64Array,
  first: number,
  last: number,
  shift: number,
  probability: number,
): void {
  for (let balance = first; balance <= last; balance++)
    into[balance + shift] = (into[balance + shift] as number) + (from[balance] as number) * probability;
}

/** All balances from `first` on at once. */
function settleBeyond(
  table: Table,
  { from, beyond, left }: Move,
  first: number,
  shift: number,
  probability: number,
  end: End,
): void {
  if (first > from.high) return;
  const mass = (beyond.mass[first] as number) * probability;
  end.finish += mass;
  if (table.cap === null) {
    end.release += (beyond.balance[first] as number) * probability + mass * (shift - left * table.edge);
    return;
  }
  // With bets left all of these end at the cap at least; after the last one some are below it.
  const split = left > 0 ? first : Math.min(Math.max(first, table.cap - shift), from.high + 1);
  const above = (beyond.mass[split] as number) * probability;
  const below = ((beyond.balance[first] as number) - (beyond.balance[split] as number)) * probability;
  end.release += below + (mass - above) * shift + above * table.cap;
}

/** Balances below the stake: all of it is staked. Nothing is placed from nothing. */
function placeShort(table: Table, { from, into, left }: Move, outcome: Outcome, end: End): void {
  for (let balance = Math.max(1, from.low); balance <= Math.min(from.high, table.stake - 1); balance++) {
    const mass = (from.mass[balance] as number) * outcome.probability;
    if (mass === 0) continue;
    const paid = outcome.short[balance] as number;
    if (paid >= reachOf(table, left)) settle(table, end, mass, paid, left);
    else {
      into.mass[paid] = (into.mass[paid] as number) + mass;
      widen(into, paid, paid);
    }
  }
}

/** The balance covers every stake that is left: the target is met, and each bet costs its edge. */
function settle(table: Table, end: End, mass: number, balance: number, left: number): void {
  end.finish += mass;
  end.release += mass * (table.cap === null ? balance - left * table.edge : Math.min(balance, table.cap));
}

function widen(row: Row, low: number, high: number): void {
  row.low = Math.min(row.low, low);
  row.high = Math.max(row.high, high);
}

/** Leaves out the edges that hold next to nothing, and the balance 0, from which nothing follows. */
function trim(row: Row): void {
  const { mass } = row;
  if (row.low === 0) mass[row.low++] = 0;
  for (let rest = 0; row.low <= row.high; row.low++) {
    rest += mass[row.low] as number;
    if (rest > negligible) break;
    mass[row.low] = 0;
  }
  for (let rest = 0; row.high >= row.low; row.high--) {
    rest += mass[row.high] as number;
    if (rest > negligible) break;
    mass[row.high] = 0;
  }
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}
