import { type Micros, microsPerMinor, parseAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { parseUuid } from "#kit/std/brand.ts";
import { isStakeAllowed } from "./slip-limits.ts";
import { combinationsOf, maxLegs, type Shape, type SlipKind, shapeOf, slipKinds } from "./systems.ts";

/** A leg as it is requested. */
export interface RequestedLeg {
  readonly event: string;
  readonly market: string;
  readonly spec: string;
  readonly outcome: string;
  /** Thousandths, as it was shown. */
  readonly price: number;
  readonly banker: boolean;
}

/** A slip that is well-formed: its legs may still be unknown, closed or at another price. */
export interface RequestedSlip {
  readonly kind: SlipKind;
  readonly shape: Shape;
  readonly unit: Micros;
  readonly stake: Micros;
  readonly eachWay: boolean;
  /** The id of the free bet that is staked. */
  readonly freeBet: string | null;
  readonly policy: PricePolicy;
  readonly quote: string | null;
  readonly legs: readonly RequestedLeg[];
}

export const pricePolicies = ["none", "better", "any"] as const;
export type PricePolicy = (typeof pricePolicies)[number];

export interface SlipProblem {
  readonly code: "validation_failed" | "bad_system" | "related_legs" | "stake_out_of_limits";
  /** The field that is wrong, such as `legs.3.price`. */
  readonly field: string;
  /** The positions of two related legs. */
  readonly legs?: readonly [number, number];
}

const pricePattern = /^[1-9][0-9]{0,3}(\.[0-9]{1,3})?$/;
const namePattern = /^[A-Za-z0-9:_.+-]{1,64}$/;
const specPattern = /^[a-z0-9=:|.-]{0,96}$/;
const leastPrice = 1_001;
const highestPrice = 1_000_000;
/** Selections of a builder. */
const builderLegs = { least: 2, most: 6 } as const;

/** A price in thousandths; undefined for anything but an exact decimal from 1.001 to 1000 with at most three places. */
export function readPrice(text: unknown): number | undefined {
  if (typeof text !== "string" || !pricePattern.test(text)) return undefined;
  const [units = "", places = ""] = text.split(".");
  const price = Number(units) * 1000 + Number(places.padEnd(3, "0"));
  return price >= leastPrice && price <= highestPrice ? price : undefined;
}

/** A price in thousandths as it is shown and sent: "2.5", "1.001". */
export function priceText(thousandths: number): string {
  const places = String(thousandths % 1000)
    .padStart(3, "0")
    .replace(/0+$/, "");
  return `${Math.floor(thousandths / 1000)}${places === "" ? "" : `.${places}`}`;
}

/** Reads the body of a slip; never throws. */
export function readSlip(body: unknown, currency: Currency): RequestedSlip | SlipProblem {
  const input = asRecord(body);
  const fields = input && readFields(input);
  if (!fields) return invalid("body");
  if ("code" in fields) return fields;
  const shape = shapeIn(fields);
  if ("code" in shape) return shape;
  const related = relatedIn(fields);
  if (related) return related;
  const bets = combinationsOf(shape) * (fields.eachWay ? 2 : 1);
  const { folds: _, ...slip } = fields;
  if (!isStakeAllowed(currency, slip.unit, bets)) return { code: "stake_out_of_limits", field: "unit" };
  return { ...slip, shape, stake: (slip.unit * BigInt(bets)) as Micros };
}

type Fields = Omit<RequestedSlip, "shape" | "stake"> & { readonly folds: readonly number[] | undefined };

function readFields(input: Readonly<Record<string, unknown>>): Fields | SlipProblem {
  const { kind, policy = "better", each_way: eachWay = false, free_bet: freeBet = null, quote = null } = input;
  if (!slipKinds.some(each => each === kind)) return invalid("kind");
  if (!pricePolicies.some(each => each === policy)) return invalid("policy");
  if (typeof eachWay !== "boolean") return invalid("each_way");
  if (freeBet !== null && !(typeof freeBet === "string" && parseUuid(freeBet))) return invalid("free_bet");
  if (quote !== null && !(typeof quote === "string" && namePattern.test(quote))) return invalid("quote");
  const unit = typeof input.unit === "string" ? parseAmount(input.unit) : undefined;
  if (unit === undefined || unit < microsPerMinor) return invalid("unit");
  const folds = input.folds;
  if (folds !== undefined && !(Array.isArray(folds) && folds.every(Number.isInteger))) return invalid("folds");
  const legs = readLegs(input.legs);
  if ("code" in legs) return legs;
  return {
    kind: kind as SlipKind,
    policy: policy as PricePolicy,
    eachWay,
    freeBet,
    quote,
    unit,
    folds: folds as readonly number[] | undefined,
    legs: legs.read,
  };
}

function readLegs(legs: unknown): { readonly read: readonly RequestedLeg[] } | SlipProblem {
  if (!Array.isArray(legs) || legs.length === 0) return invalid("legs");
  if (legs.length > maxLegs) return { code: "bad_system", field: "legs" };
  const read: RequestedLeg[] = [];
  for (const [position, leg] of legs.entries()) {
    const one = readLeg(asRecord(leg), `legs.${position}`);
    if ("code" in one) return one;
    read.push(one);
  }
  return { read };
}

function readLeg(leg: Readonly<Record<string, unknown>> | undefined, field: string): RequestedLeg | SlipProblem {
  if (!leg) return invalid(field);
  const { event, market, spec = "", outcome, banker = false } = leg;
  const isName = (text: unknown): text is string => typeof text === "string" && namePattern.test(text);
  if (!isName(event)) return invalid(`${field}.event`);
  if (!isName(market)) return invalid(`${field}.market`);
  if (typeof spec !== "string" || !specPattern.test(spec)) return invalid(`${field}.spec`);
  if (!isName(outcome) && !(typeof outcome === "string" && /^[0-9x]+\/[0-9x]+$/.test(outcome)))
    return invalid(`${field}.outcome`);
  const price = readPrice(leg.price);
  if (price === undefined) return invalid(`${field}.price`);
  if (typeof banker !== "boolean") return invalid(`${field}.banker`);
  return { event, market, spec, outcome, price, banker };
}

/** Free bets are singles and accumulators, each-way only win; a builder has one quote, and no other slip has one. */
function shapeIn({ kind, folds, legs, quote, freeBet, eachWay }: Fields): Shape | SlipProblem {
  const isBuilder = kind === "builder";
  const isSingleOrAccumulator = kind === "single" || kind === "accumulator";
  if (isBuilder !== (quote !== null)) return invalid("quote");
  if (freeBet !== null && (eachWay || !isSingleOrAccumulator)) return { code: "bad_system", field: "free_bet" };
  if (eachWay && isBuilder) return { code: "bad_system", field: "each_way" };
  const wrong = isBuilder && (legs.length < builderLegs.least || legs.length > builderLegs.most);
  const bankers = isBuilder ? [legs.some(({ banker }) => banker)] : legs.map(({ banker }) => banker);
  const shape = wrong ? undefined : shapeOf({ kind, folds, bankers });
  return shape ?? { code: "bad_system", field: kind === "system" ? "folds" : "legs" };
}

/** Legs of one event are only combined by a builder, and a builder has one event and each selection once. */
function relatedIn({ kind, legs }: Fields): SlipProblem | undefined {
  const isBuilder = kind === "builder";
  const identity = ({ event, market, spec, outcome }: RequestedLeg) => [event, market, spec, outcome].join(" ");
  for (const [second, leg] of legs.entries()) {
    const first = legs
      .slice(0, second)
      .findIndex(other =>
        isBuilder ? other.event !== leg.event || identity(other) === identity(leg) : other.event === leg.event,
      );
    if (first >= 0) return { code: "related_legs", field: "legs", legs: [first, second] };
  }
  return undefined;
}

const invalid = (field: string): SlipProblem => ({ code: "validation_failed", field });

function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}
