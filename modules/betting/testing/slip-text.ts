import { type Micros, parseDecimal, type Ratio } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import {
  accumulatorBoost,
  builderFactor,
  cashOutByShare,
  cashOutOffer,
  deadHeat,
  exactReturn,
  expectedFactor,
  type Factor,
  factorOf,
  type LegResult,
  legResults,
  type PricedSlip,
  placePrice,
  priceRatio,
  slipPayout,
} from "../shared/slip-payout.ts";
import { type Shape, type SlipKind, shapeOf } from "../shared/systems.ts";

/** A slip as golden vectors and the line format of the Python verifier have it. */
export interface WrittenSlip {
  /** Major units: what is open. */
  readonly stake: string;
  readonly kind: string;
  readonly folds?: readonly number[];
  readonly each_way?: boolean;
  readonly free_bet?: boolean;
  readonly cashed_out?: boolean;
  /** Price, result, then `banker`, or the fraction and result of the place part. */
  readonly legs: readonly (readonly string[])[];
  readonly builder?: { readonly prices: readonly string[]; readonly results: readonly string[] };
}

const thousandths = (price: string) => Number(parseDecimal(price) / 1000n);

export function readResult(text: string): LegResult {
  const tie = /^tie(\d+)\/(\d+)$/.exec(text);
  if (tie) return deadHeat(Number(tie[1]), Number(tie[2]));
  return required(legResults[text as keyof typeof legResults], `no result "${text}"`);
}

function factorText(price: Ratio, text: string): Factor {
  if (!text.startsWith("p")) return factorOf(price, readResult(text));
  const [win = 0, halfWin = 0, refund = 0, halfLose = 0] = text.slice(1).split("_").map(Number);
  return expectedFactor(price, { win, halfWin, refund, halfLose });
}

const builderPrices = ({ prices }: NonNullable<WrittenSlip["builder"]>) => [0, ...prices.map(thousandths)];

export function shapeOfWritten({ kind, folds, legs, builder }: WrittenSlip): Shape {
  const bankers = builder ? [false] : legs.map(leg => leg[2] === "banker");
  return required(shapeOf({ kind: kind as SlipKind, folds, bankers }), `no shape of ${kind}`);
}

export function pricedSlip(written: WrittenSlip): PricedSlip {
  const { legs, builder } = written;
  const factors = builder
    ? [builderFactor(builderPrices(builder), builder.results.map(readResult))]
    : legs.map(([price = "", result = ""]) => factorText(priceRatio(thousandths(price)), result));
  return {
    shape: shapeOfWritten(written),
    stake: parseDecimal(written.stake),
    factors,
    places: written.each_way ? legs.map(placeFactor) : undefined,
    freeBet: written.free_bet,
    cashedOut: written.cashed_out,
  };
}

function placeFactor([price = "", , fraction = "", result = ""]: readonly string[]): Factor {
  const [numerator = "", denominator = ""] = fraction.split("/");
  const share = { numerator: BigInt(numerator), denominator: BigInt(denominator) };
  return factorText(placePrice(priceRatio(thousandths(price)), share), result);
}

/** Payout and boost. */
export function returnsOf(written: WrittenSlip): { payout: Micros; boost: Micros } {
  const slip = pricedSlip(written);
  const boosted = written.kind === "accumulator" && written.legs.every(leg => !leg[1]?.startsWith("p"));
  const legs = written.legs.map(([price = "", result = ""]) => ({ price: thousandths(price), result }));
  const boost = boosted
    ? accumulatorBoost(
        slip,
        legs.map(({ price, result }) => ({ price, result: readResult(result) })),
      )
    : (0n as Micros);
  return { payout: slipPayout(slip), boost };
}

/** The slip as the Python verifier reads it. */
export function questionOf(written: WrittenSlip): string {
  const { kind, folds, builder } = written;
  const system = builder ? "single" : folds ? `system:${folds.join(",")}` : kind;
  const flags = written.each_way ? "each_way" : written.free_bet ? "free" : written.cashed_out ? "cashed_out" : "-";
  const legs = builder
    ? [`[${builder.prices.map(thousandths).join(",")}]:${builder.results.join(",")}`]
    : written.legs.map(legText);
  return [String(parseDecimal(written.stake)), system, flags, ...legs].join(" ");
}

function legText([price = "", result = "", third, place]: readonly string[]): string {
  const parts = [thousandths(price), result, ...(place ? [third, place] : [])];
  return `${third === "banker" ? "*" : ""}${parts.join(":")}`;
}

export function slipLine(written: WrittenSlip): string {
  const { payout, boost } = returnsOf(written);
  return `slip ${questionOf(written)} = ${payout} ${boost}`;
}

/** A cash-out of a share such as `50%`, or of an amount in micro-units; undefined when there is no offer. */
export function cashOutLine(written: WrittenSlip, part: `${number}%`): string | undefined {
  const slip = pricedSlip(written);
  const value = exactReturn(slip);
  const offer = cashOutOffer(value, (value.numerator / value.denominator + 1n) as Micros);
  if (offer === undefined) return undefined;
  const { closed, paid } = cashOutByShare(slip.stake, offer, Number(part.slice(0, -1)));
  return `cash_out ${part} ${questionOf(written)} = ${offer} ${closed} ${paid}`;
}
