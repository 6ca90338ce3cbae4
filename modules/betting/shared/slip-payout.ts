import { type Micros, micros, microsPerMinor, type Ratio } from "#kit/money/amount.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { combinationsOf, type Group, type Shape } from "./systems.ts";

/**
 * All arithmetic of slips, in exact rationals: the server settles with it, the browser shows it, and the verifiers repeat it. A price,
 * a settlement and a cash-out differ only in the factor of each leg: what one unit staked on it returns.
 */
export type Factor = Ratio;

/** The result of a leg, as the feed and our own rules state it. */
export interface LegResult {
  /** How much of it is void: 0 nothing, 1 half (a quarter line), 2 all. */
  readonly voidHalves: 0 | 1 | 2;
  readonly won: boolean;
  /** Dead heat: `places` winning places are shared by `tied`; 1 and 1 when nobody ties. */
  readonly places: number;
  readonly tied: number;
}

const alone = { places: 1, tied: 1 } as const;
export const legResults = {
  won: { voidHalves: 0, won: true, ...alone },
  lost: { voidHalves: 0, won: false, ...alone },
  void: { voidHalves: 2, won: false, ...alone },
  half_won: { voidHalves: 1, won: true, ...alone },
  half_lost: { voidHalves: 1, won: false, ...alone },
} as const satisfies Record<string, LegResult>;

export function deadHeat(places: number, tied: number): LegResult {
  return { voidHalves: 0, won: true, places, tied };
}

const thousand = 1000n;
export const one: Ratio = { numerator: 1n, denominator: 1n };
export const nothing: Ratio = { numerator: 0n, denominator: 1n };

/** A price in thousandths, 1.001 to 1000, as a ratio. */
export function priceRatio(thousandths: number): Ratio {
  invariant(Number.isInteger(thousandths) && thousandths > 0, "a price is whole thousandths");
  return { numerator: BigInt(thousandths), denominator: thousand };
}

/** Each-way: the price of the place part, 1 + (price - 1) x fraction. */
export function placePrice({ numerator, denominator }: Ratio, fraction: Ratio): Ratio {
  return {
    numerator: denominator * fraction.denominator + (numerator - denominator) * fraction.numerator,
    denominator: denominator * fraction.denominator,
  };
}

/** v + (1 - v) x result x dead heat x price, where v is the void part. */
export function factorOf(price: Ratio, result: LegResult): Factor {
  const { voidHalves, won, places, tied } = result;
  invariant(places >= 1 && tied >= places, "a dead heat of fewer than its places");
  if (voidHalves === 2) return one;
  if (!won) return voidHalves === 0 ? nothing : { numerator: 1n, denominator: 2n };
  const whole = places === tied ? price : shared(price, places, tied);
  if (voidHalves === 0) return whole;
  return { numerator: whole.denominator + whole.numerator, denominator: 2n * whole.denominator };
}

function shared({ numerator, denominator }: Ratio, places: number, tied: number): Ratio {
  return { numerator: numerator * BigInt(places), denominator: denominator * BigInt(tied) };
}

/** Price by selection set: bit i of the index stands for selection i. Entry 0 is the empty set and not read. */
export type BuilderPrices = readonly number[];

/** The price of all selections of a builder together. */
export const fullPrice = (prices: BuilderPrices): number => required(prices.at(-1), "a builder without prices");

/**
 * A builder pays the price of the set that is not void, which need not be a quotient of prices. A half void selection counts half with
 * each of the two sets, as it does in an accumulator.
 */
export function builderFactor(prices: BuilderPrices, results: readonly LegResult[]): Factor {
  invariant(prices.length === 2 ** results.length, "a builder without a price for every set of its selections");
  return prices
    .map((price, set) => (set === 0 ? one : priceRatio(price)))
    .reduce((sum, price, set) => plus(sum, times(price, shareOf(set, results))), nothing);
}

/** The part of the stake for which exactly this set counts, times its result. */
function shareOf(set: number, results: readonly LegResult[]): Ratio {
  return results.map((result, bit) => partOf(result, (set & (1 << bit)) !== 0)).reduce(times, one);
}

function partOf({ voidHalves, won, places, tied }: LegResult, counts: boolean): Ratio {
  if (!counts) return { numerator: BigInt(voidHalves), denominator: 2n };
  if (!won) return nothing;
  return { numerator: BigInt(2 - voidHalves) * BigInt(places), denominator: 2n * BigInt(tied) };
}

/** The chances of a leg in millionths; the rest is a loss. */
export interface Chances {
  readonly win: number;
  readonly halfWin: number;
  readonly refund: number;
  readonly halfLose: number;
}

const million = 1_000_000;

/** The mean factor of an open leg: win x o + half_win x (1 + o) / 2 + refund + half_lose / 2. */
export function expectedFactor(price: Ratio, { win, halfWin, refund, halfLose }: Chances): Factor {
  const sum = win + halfWin + refund + halfLose;
  const parts = [win, halfWin, refund, halfLose];
  invariant(parts.every(part => Number.isInteger(part) && part >= 0) && sum <= million, "chances that sum to above 1");
  const inMillionths = [
    times(price, whole(win)),
    times(factorOf(price, legResults.half_won), whole(halfWin)),
    { numerator: BigInt(2 * refund + halfLose), denominator: 2n },
  ].reduce(plus);
  return { numerator: inMillionths.numerator, denominator: inMillionths.denominator * BigInt(million) };
}

/** A slip whose legs have factors. `stake` is what is open of it. */
export interface PricedSlip {
  readonly shape: Shape;
  readonly stake: Micros;
  /** Factors by leg. */
  readonly factors: readonly Factor[];
  /** Each-way: the factors of the place part, by leg. Half the stake is on it. */
  readonly places?: readonly Factor[] | undefined;
  /** The stake is no part of the return. */
  readonly freeBet?: boolean | undefined;
  /** Part of the stake was cashed out: the rest has no boost. */
  readonly cashedOut?: boolean | undefined;
}

/** What the slip returns, before it is truncated. */
export function exactReturn({ shape, stake, factors, places, freeBet }: PricedSlip): Ratio {
  invariant(stake >= 0n && !(freeBet && places), "a negative stake, or a free bet each-way");
  const win = sumOfCombinations(shape, factors);
  const sum = places ? plus(win, sumOfCombinations(shape, places)) : win;
  const bets = BigInt(combinationsOf(shape) * (places ? 2 : 1));
  const numerator = stake * (freeBet ? sum.numerator - bets * sum.denominator : sum.numerator);
  return numerator <= 0n ? nothing : { numerator, denominator: bets * sum.denominator };
}

/** The payout: truncated once, to a micro-unit. */
export function slipPayout(slip: PricedSlip): Micros {
  return truncated(exactReturn(slip));
}

/** Sum over all combinations of the product of their factors, without forming one of them. */
export function sumOfCombinations({ bankers, others, groups }: Shape, factors: readonly Factor[]): Ratio {
  const factorAt = (position: number) => required(factors[position], "a leg without a factor");
  const fixed = bankers.map(factorAt).reduce(times, one);
  return groups
    .map(group => sumOfGroup(group, others, factorAt))
    .reduce((sum, part) => plus(sum, times(fixed, part)), nothing);
}

/**
 * The elementary symmetric polynomials of the factors, summed over the folds. `sums[k]` is e_k over the product of all denominators, so
 * that a leg costs two multiplications a fold and no division.
 */
function sumOfGroup({ legs, folds }: Group, others: readonly number[], factorAt: (position: number) => Factor): Ratio {
  const sums: bigint[] = [1n];
  let denominator = 1n;
  for (const leg of legs) {
    const factor = factorAt(required(others[leg], "a group of more legs than there are"));
    sums.push(0n);
    for (let fold = sums.length - 1; fold > 0; fold -= 1) {
      sums[fold] = (sums[fold] as bigint) * factor.denominator + (sums[fold - 1] as bigint) * factor.numerator;
    }
    sums[0] = (sums[0] as bigint) * factor.denominator;
    denominator *= factor.denominator;
  }
  return { numerator: folds.reduce((sum, fold) => sum + (sums[fold] as bigint), 0n), denominator };
}

/** Legs that count for the boost have at least this price, in thousandths. */
export const boostFrom = 1_400;
/** Percent of the return by the number of legs won outright. */
const boosts = [0, 0, 0, 5, 7, 10, 12, 15, 20] as const;

export function boostPercent(legsWon: number): number {
  return boosts[Math.min(legsWon, boosts.length - 1)] ?? 0;
}

/** The boost of an accumulator: a share of its exact return, by the legs won outright, which neither void nor half won ones are. */
export function accumulatorBoost(
  slip: PricedSlip,
  legs: readonly { readonly price: number; readonly result: LegResult }[],
): Micros {
  if (slip.freeBet || slip.places || slip.cashedOut) return micros(0n);
  const won = legs.filter(({ price, result }) => price >= boostFrom && isWonOutright(result)).length;
  return truncated(times(exactReturn(slip), { numerator: BigInt(boostPercent(won)), denominator: 100n }));
}

function isWonOutright({ voidHalves, won, places, tied }: LegResult): boolean {
  return voidHalves === 0 && won && places === tied;
}

/** A stake as it is taken: whole minor units a bet. */
export interface Stake {
  /** Stake of each bet. */
  readonly unit: Micros;
  readonly stake: Micros;
}

/** A typed total, truncated to the same whole minor units for each bet. */
export function stakeOfTotal(total: Micros, bets: number): Stake {
  const unit = inMinor(total / BigInt(bets));
  return { unit, stake: micros(unit * BigInt(bets)) };
}

/** The highest stake whose return at these factors does not pass `cap`; a free bet's stake is no part of the return. */
export function highestStake(slip: Omit<PricedSlip, "stake">, cap: Micros): Stake {
  const bets = combinationsOf(slip.shape) * (slip.places ? 2 : 1);
  const perMicro = exactReturn({ ...slip, stake: micros(BigInt(bets)) });
  if (perMicro.numerator === 0n) return stakeOfTotal(cap, bets);
  const unit = inMinor((cap * perMicro.denominator) / perMicro.numerator);
  return { unit, stake: micros(unit * BigInt(bets)) };
}

/** Percent of the value that a cash-out keeps back. */
export const cashOutMargin = 5n;

/** The offer for the whole open stake; undefined when it would be below a minor unit. `most` is the largest possible return. */
export function cashOutOffer(value: Ratio, most: Micros): Micros | undefined {
  const offer = inMinor(truncated(times(value, { numerator: 100n - cashOutMargin, denominator: 100n })));
  const limited = micros(offer < most ? offer : inMinor(most));
  return limited >= microsPerMinor ? limited : undefined;
}

/** A part of an open stake that is closed, and what is paid for it. */
export interface CashOutPart {
  readonly closed: Micros;
  readonly paid: Micros;
}

/** The stake that is closed for an amount of the offer: rounded up to a minor unit. */
export function cashOutByAmount(stake: Micros, offer: Micros, amount: Micros): CashOutPart {
  invariant(amount > 0n && amount <= offer, "an amount above the offer");
  const closed = ceilMinor(stake * amount, offer);
  return { closed: micros(closed < stake ? closed : stake), paid: amount };
}

/** The cash-out of a share of the stake in percent, 1 to 100: the paid amount is truncated to a minor unit. */
export function cashOutByShare(stake: Micros, offer: Micros, percent: number): CashOutPart {
  invariant(Number.isInteger(percent) && percent >= 1 && percent <= 100, "a share of 1 to 100 percent");
  const closed = ceilMinor(stake * BigInt(percent), 100n);
  return { closed: micros(closed < stake ? closed : stake), paid: inMinor((offer * BigInt(percent)) / 100n) };
}

export function truncated({ numerator, denominator }: Ratio): Micros {
  return micros(numerator / denominator);
}

const whole = (value: number): Ratio => ({ numerator: BigInt(value), denominator: 1n });
const inMinor = (amount: bigint): Micros => micros(amount - (amount % microsPerMinor));

/** numerator / denominator, rounded up to a minor unit. */
function ceilMinor(numerator: bigint, denominator: bigint): bigint {
  const step = denominator * microsPerMinor;
  return ((numerator + step - 1n) / step) * microsPerMinor;
}

function plus(a: Ratio, b: Ratio): Ratio {
  if (a.denominator === b.denominator) return { numerator: a.numerator + b.numerator, denominator: a.denominator };
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

function times(a: Ratio, b: Ratio): Ratio {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}
