import type { Micros } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import type { PricePolicy, RequestedSlip } from "./read-slip.ts";
import { type Shape, type SlipKind, shapeOf } from "./systems.ts";

/** The rules under which new slips are accepted and settled. */
export const slipRulesVersion = "betting-1";

/** What a slip says beside its legs. Stored with it and never changed. */
export interface SlipTerms {
  readonly kind: SlipKind;
  /** Of kind `system` only. */
  readonly folds: readonly number[] | null;
  readonly unit: Micros;
  readonly policy: PricePolicy;
  /** By leg. */
  readonly bankers: readonly boolean[];
}

export function termsOf({ kind, shape, unit, policy, legs }: RequestedSlip): SlipTerms {
  const folds = kind === "system" ? (shape.groups[0]?.folds ?? []) : null;
  return { kind, folds, unit, policy, bankers: legs.map(({ banker }) => banker) };
}

export function storedTerms({ kind, folds, unit, policy, bankers }: SlipTerms): Json {
  return { kind, folds: folds && [...folds], unit: String(unit), policy, bankers: [...bankers] };
}

export function readTerms(stored: Json): SlipTerms {
  const terms = stored as unknown as Omit<SlipTerms, "unit"> & { readonly unit: string };
  return {
    kind: terms.kind,
    folds: terms.folds,
    unit: BigInt(terms.unit) as Micros,
    policy: terms.policy,
    bankers: terms.bankers,
  };
}

export function shapeOfTerms({ kind, folds, bankers }: SlipTerms): Shape {
  return required(shapeOf({ kind, folds: folds ?? undefined, bankers }), `no system ${kind}`);
}
