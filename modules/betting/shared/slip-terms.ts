import type { Micros } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import type { EachWay } from "./each-way.ts";
import type { PricePolicy, RequestedSlip } from "./read-slip.ts";
import type { BuilderPrices } from "./slip-payout.ts";
import { combinationsOf, type Shape, type SlipKind, shapeOf } from "./systems.ts";

/** The rules under which new slips are accepted and settled. */
export const slipRulesVersion = "betting-1";

/** What a slip says in addition to its legs. Stored with it and never changed. */
export interface SlipTerms {
  readonly kind: SlipKind;
  /** How many legs the combinations have; only for kind `system`. */
  readonly folds: readonly number[] | null;
  readonly unit: Micros;
  readonly policy: PricePolicy;
  /** Whether each leg is a banker. */
  readonly bankers: readonly boolean[];
  /** The quoted price of every set of the legs; only for kind `builder`. */
  readonly builder: BuilderPrices | null;
  /** The chance of all selections together, in millionths; only for kind `builder`. */
  readonly chance: number | null;
  /** Each-way: the terms of the place part, by leg; half the stake is on it. */
  readonly eachWay: readonly EachWay[] | null;
  /** Positions of legs whose market had a price or margin set by operators: their price need not be the provider's. */
  readonly ownPrices: readonly number[];
  /** The id of the slip that was edited into this one; its last revision names this one. */
  readonly replaces: string | null;
}

export function termsOf(
  { kind, shape, unit, policy, legs }: RequestedSlip,
  builder: { readonly prices: BuilderPrices; readonly chance: number | null } | null,
  ownPrices: readonly number[],
  eachWay: readonly EachWay[] | null = null,
  replaces: string | null = null,
): SlipTerms {
  const folds = kind === "system" ? (shape.groups[0]?.folds ?? []) : null;
  const { prices = null, chance = null } = builder ?? {};
  const bankers = legs.map(({ banker }) => banker);
  return { kind, folds, unit, policy, bankers, builder: prices, chance, eachWay, ownPrices, replaces };
}

export function storedTerms(of: SlipTerms): Json {
  const { kind, folds, unit, policy, bankers, builder, chance, eachWay, ownPrices, replaces } = of;
  const terms = { kind, folds: folds && [...folds], unit: String(unit), policy, bankers: [...bankers] };
  return Object.assign(
    terms,
    builder !== null && { builder: [...builder] },
    chance !== null && { chance },
    eachWay !== null && { eachWay: eachWay.map(({ places, part }) => ({ places, part })) },
    ownPrices.length > 0 && { ownPrices: [...ownPrices] },
    replaces !== null && { replaces },
  );
}

type OptionalTerm = "builder" | "chance" | "eachWay" | "ownPrices" | "replaces";

export function readTerms(stored: Json): SlipTerms {
  const terms = stored as unknown as Omit<SlipTerms, "unit" | OptionalTerm> & {
    readonly unit: string;
    readonly builder?: BuilderPrices;
    readonly chance?: number;
    readonly eachWay?: readonly EachWay[];
    readonly ownPrices?: readonly number[];
    readonly replaces?: string;
  };
  return {
    kind: terms.kind,
    folds: terms.folds,
    unit: BigInt(terms.unit) as Micros,
    policy: terms.policy,
    bankers: terms.bankers,
    builder: terms.builder ?? null,
    chance: terms.chance ?? null,
    eachWay: terms.eachWay ?? null,
    ownPrices: terms.ownPrices ?? [],
    replaces: terms.replaces ?? null,
  };
}

/** A builder is one leg, however many selections it has. */
export function shapeOfTerms({ kind, folds, bankers }: SlipTerms): Shape {
  const legs = kind === "builder" ? [false] : bankers;
  return required(shapeOf({ kind, folds: folds ?? undefined, bankers: legs }), `no system ${kind}`);
}

/** How many bets of its unit a slip is: each-way twice as many. */
export function betsOfTerms(terms: SlipTerms): number {
  return combinationsOf(shapeOfTerms(terms)) * (terms.eachWay ? 2 : 1);
}
