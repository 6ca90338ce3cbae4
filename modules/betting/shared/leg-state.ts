import type { Factor } from "#modules/odds/shared/factor.ts";
import type { Facts } from "#modules/odds/shared/facts.ts";
import type { LegResult } from "./slip-payout.ts";

/** Why a leg is decided as it is. */
export const legCauses = ["result", "by_hand", "palpable_error", "cancelled", "late", "not_started"] as const;
export type LegCause = (typeof legCauses)[number];

/** What is known of the market of a leg. Times are milliseconds since 1970, by our clock. */
export interface LegFacts {
  /** The provider's result for this outcome, and that of our own rules; null while there is none. */
  readonly result: Factor | null;
  readonly ownResult: Factor | null;
  readonly certainty: 1 | 2 | null;
  /** Operators set the result by hand. */
  readonly isByHand?: boolean;
  /** Operators found the price of the leg to be an error. */
  readonly isPalpableError?: boolean;
  /** Both results exist and differ: nothing is paid. */
  readonly disputed: boolean;
  readonly decidedAt: number | null;
  readonly startedAt: number | null;
  readonly plannedStart: number | null;
  /** Windows in which accepted bets are void; null is open-ended. */
  readonly cancels: readonly { readonly from: number | null; readonly to: number | null }[];
  /** Final places of an outright that is over. */
  readonly standings?: Facts["standings"];
}

export interface AcceptedLeg {
  readonly acceptedAt: number;
  /** Whether the event had not begun, as far as the feed had said. */
  readonly isBeforeStart: boolean;
}

export type LegState =
  /** Disputed: nothing is paid, and nothing that was paid is taken back. */
  | { readonly kind: "open"; readonly isDisputed?: true }
  | {
      readonly kind: "decided";
      readonly result: LegResult;
      readonly cause: LegCause;
      /** Seen, not confirmed: of such results only so much is paid early. */
      readonly isEarly: boolean;
      /** What the place part of a bet each-way is decided by. */
      readonly standings?: Facts["standings"];
    };

/** An event that has not begun this long after its planned start is void. */
export const notStartedMs = 48 * 3_600_000;

const open: LegState = { kind: "open" };
const nothing: LegResult = { voidHalves: 2, won: false, places: 1, tied: 1 };
const voided = (cause: LegCause): LegState => ({ kind: "decided", result: nothing, cause, isEarly: false });

/** What a leg is worth now. Errors of price and cancelled windows come first; then a dispute keeps it open; a late bet is void whether it won or lost. */
export function legState(leg: AcceptedLeg, facts: LegFacts, now: number): LegState {
  if (facts.isPalpableError) return voided("palpable_error");
  if (facts.cancels.some(window => isWithin(leg.acceptedAt, window))) return voided("cancelled");
  if (facts.disputed) return { kind: "open", isDisputed: true };
  if (facts.result === null) return isOverdue(facts, now) ? voided("not_started") : open;
  // Without facts of our own only a confirmed result counts.
  if (facts.certainty !== 2 && facts.ownResult === null) return open;
  if (isLate(leg, facts)) return voided("late");
  const cause: LegCause = facts.isByHand ? "by_hand" : "result";
  const { standings } = facts;
  return Object.assign(
    { kind: "decided" as const, result: legResultOf(facts.result), cause, isEarly: facts.certainty !== 2 },
    standings && { standings },
  );
}

function isWithin(at: number, { from, to }: LegFacts["cancels"][number]): boolean {
  return (from === null || at >= from) && (to === null || at <= to);
}

function isOverdue({ startedAt, plannedStart }: LegFacts, now: number): boolean {
  return startedAt === null && plannedStart !== null && now - plannedStart >= notStartedMs;
}

function isLate({ acceptedAt, isBeforeStart }: AcceptedLeg, { decidedAt, startedAt }: LegFacts): boolean {
  if (decidedAt !== null && acceptedAt >= decidedAt) return true;
  return isBeforeStart && startedAt !== null && acceptedAt >= startedAt;
}

export function legResultOf({ result, voidFactor, deadHeat: [places, tied] }: Factor): LegResult {
  return { voidHalves: (2 * voidFactor) as 0 | 1 | 2, won: result === 1, places, tied };
}
