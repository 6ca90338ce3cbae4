import { type Micros, parseDecimal } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { StatementLine } from "./provider-calls.ts";

export const differenceKinds = ["missing_here", "missing_there", "amount", "currency", "state", "kind"] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

export interface Difference {
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly kind: DifferenceKind;
  readonly ours: Json;
  readonly theirs: Json;
}

/** One side of a comparison. */
export interface Side {
  readonly kind: "bet" | "win" | "rollback";
  readonly currency: string;
  readonly amount: Micros;
  readonly state: "ok" | "rolled_back" | "refused";
}

/** A final line of a statement; a bet-win is a bet here, with its win behind it. */
export function sameTx({ kind, currency, amount, state }: StatementLine): Side {
  return {
    kind: kind === "bet-win" ? "bet" : kind,
    currency,
    amount: parseDecimal(amount),
    state: state === "pending" ? "ok" : state,
  };
}

/** What differs first; undefined where both sides say the same. A refusal needs no row here: a win that was refused left none. */
export function differenceOf(theirs: Side, ours: Side | undefined): DifferenceKind | undefined {
  if (!ours) return theirs.state === "refused" ? undefined : "missing_here";
  if (ours.kind !== theirs.kind) return "kind";
  if (ours.state !== theirs.state) return theirs.kind === "rollback" ? undefined : "state";
  if (ours.currency !== theirs.currency) return "currency";
  // A refused bet, a tombstone and a rollback took nothing: their sums are the provider's intention.
  const movesMoney = theirs.kind !== "rollback" && ours.state === "ok";
  return movesMoney && ours.amount !== theirs.amount ? "amount" : undefined;
}
