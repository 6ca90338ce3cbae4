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

export const decisionKinds = ["paid", "returned", "voided"] as const;

/** What two operators decided of a round: it was paid, its stakes were returned, or it was settled and both went back. */
export interface Decision {
  readonly kind: (typeof decisionKinds)[number];
  /** What was booked: a win or a rollback; null of a void, which leaves bets and wins as they are. */
  readonly key: Uuid | null;
  /** Of `returned`: the bet whose stake went back. */
  readonly ref: Uuid | null;
  readonly currency: string;
  /** Of `paid`. */
  readonly amount: Micros | null;
}

/** Something that differs in the decided round. */
export interface Differing {
  readonly key: Uuid;
  readonly kind: DifferenceKind;
  readonly theirs: Side | undefined;
  readonly ours: Side | undefined;
}

/**
 * Whether a booked decision accounts for what differs: what it booked is in no statement, and what is in its place there comes to the same.
 * Anything else is still a difference. The amount of a win that is missing here is that of all such wins of its round.
 */
export function accountsFor(decision: Decision, { key, kind, theirs, ours }: Differing): boolean {
  if (kind === "missing_there" && key === decision.key) return true;
  if (decision.kind === "paid") return kind === "missing_here" && theirs?.kind === "win" && isPaidBy(decision, theirs);
  // Nothing is left of the round here.
  if (kind === "missing_here") return theirs?.kind === "rollback";
  // A bet that the provider rolled back itself is none of those that were returned.
  if (decision.kind === "returned")
    return key === decision.ref && ours?.state === "rolled_back" && (kind === "missing_there" || kind === "state");
  // The provider still owes or claims the settled round, unless it took the round back too.
  return kind === "missing_there" ? ours?.kind !== "rollback" : kind === "state" && theirs?.state !== "ok";
}

const isPaidBy = ({ currency, amount }: Decision, win: Side): boolean =>
  win.state === "ok" && win.currency === currency && win.amount === amount;
