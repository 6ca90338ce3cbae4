import type { Queryable } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { isOpen } from "../../shared/invoice.ts";
import { payoutStatus } from "../../shared/payouts.ts";
import { type QueuedPayout, queuedPayouts } from "../payouts/approval-store.ts";
import type { RefundFacts } from "../refunds/store.ts";
import { type ReturnFacts, returnStatus } from "../returns/store.ts";
import { reportsOf, type StoredReport } from "./report-store.ts";
import { type DepositFacts, depositFacts, pollingOf } from "./timeline-store.ts";

export interface TimelineStep {
  readonly at: Date;
  readonly kind:
    | "requested"
    | "approved"
    | "released"
    | "call"
    | "message"
    | "payment"
    | "return_ordered"
    | "return_ended"
    | "refund_ordered"
    | "refund_ended"
    | "recalled"
    | "ended";
  /** The provider, or the operator of an approval. */
  readonly by?: string;
  /** What a provider was called for, or what its message was about. */
  readonly action?: string;
  readonly outcome?: string;
  readonly amount?: Micros;
  /** Equal outcomes up to `lastAt`. */
  readonly times?: number;
  readonly lastAt?: Date;
}

export interface NextStep {
  readonly what: "approval" | "send" | "poll" | "expire" | "return" | "refund";
  /** Null: it depends on a person. */
  readonly at: Date | null;
}

export interface Timeline {
  readonly steps: readonly TimelineStep[];
  readonly next: readonly NextStep[];
}

/** An open payout, return or invoice is polled by a job of every full minute, once its last poll is this old. */
const pollAfterMs = 45_000;
/** Invoices that ended without money: every ten minutes, for a day. */
const lateAfterMs = 600_000;
const lateForMs = 86_400_000;
const minuteMs = 60_000;

export async function payoutTimeline(
  db: Queryable,
  id: Uuid,
): Promise<{ readonly payout: QueuedPayout; readonly provider: string; readonly timeline: Timeline } | undefined> {
  const [payout] = await queuedPayouts(db, { queue: "all", player: null, id, after: null, limit: 1 });
  if (!payout) return undefined;
  const { provider, polledAt } = await pollingOf(db, id);
  const { approvals, approvedAt, endedAt, amount, createdAt } = payout;
  const steps: TimelineStep[] = [
    { at: createdAt, kind: "requested", amount },
    ...approvals.map(each => ({ at: new Date(each.approvedAt), kind: "approved" as const, by: each.operatorName })),
    ...(approvedAt ? [{ at: approvedAt, kind: "released" as const }] : []),
    ...(await reportsOf(db, [id])).map(reportStep),
    ...(endedAt ? [{ at: endedAt, kind: "ended" as const, outcome: `payout_${payout.status}` }] : []),
  ];
  return { payout, provider, timeline: { steps: inOrder(steps), next: nextOfPayout(payout, polledAt) } };
}

function nextOfPayout(payout: QueuedPayout, polledAt: Date | null): readonly NextStep[] {
  const { status, approvalsNeeded, approvedAt, sendAt, endedAt } = payout;
  if (endedAt) return [];
  if (status === payoutStatus.processing) return [{ what: "poll", at: nextRun(polledAt ?? sendAt, pollAfterMs) }];
  if (approvalsNeeded > 0 && !approvedAt) return [{ what: "approval", at: null }];
  return [{ what: "send", at: sendAt }];
}

export async function depositTimeline(
  db: Queryable,
  id: Uuid,
  now: Date,
): Promise<{ readonly deposit: DepositFacts; readonly timeline: Timeline } | undefined> {
  const deposit = await depositFacts(db, id);
  if (!deposit) return undefined;
  const { returns, refunds, receipts, recalls } = deposit;
  const reports = await reportsOf(db, [id, ...returns.map(each => each.id), ...refunds.map(each => each.id)]);
  const steps: TimelineStep[] = [
    { at: deposit.createdAt, kind: "requested", amount: deposit.amount },
    ...receipts.map(({ at, amount, disposition }) => ({ at, kind: "payment" as const, amount, outcome: disposition })),
    ...returns.map(({ createdAt, amount }) => ({ at: createdAt, kind: "return_ordered" as const, amount })),
    ...returns.flatMap(({ endedAt, amount, status }) =>
      endedAt ? [{ at: endedAt, kind: "return_ended" as const, amount, outcome: `return_${status}` }] : [],
    ),
    ...refunds.map(({ createdAt, amount }) => ({ at: createdAt, kind: "refund_ordered" as const, amount })),
    ...refunds.flatMap(({ endedAt, amount, status }) =>
      endedAt ? [{ at: endedAt, kind: "refund_ended" as const, amount, outcome: `refund_${status}` }] : [],
    ),
    ...recalls.map(({ at, amount }) => ({ at, kind: "recalled" as const, amount })),
    ...reports.map(reportStep),
    ...(deposit.endedAt ? [{ at: deposit.endedAt, kind: "ended" as const, outcome: `deposit_${deposit.status}` }] : []),
  ];
  return { deposit, timeline: { steps: inOrder(steps), next: nextOfDeposit(deposit, now) } };
}

function nextOfDeposit(deposit: DepositFacts, now: Date): readonly NextStep[] {
  const { createdAt, expiresAt, endedAt, polledAt } = deposit;
  const returns = [
    ...deposit.returns.filter(({ endedAt: ended }) => ended === null).map(nextOfReturn),
    ...deposit.refunds.filter(({ endedAt: ended }) => ended === null).map(nextOfRefund),
  ];
  if (deposit.isRail) return returns;
  if (isOpen(deposit.status)) {
    const poll = nextRun(polledAt ?? createdAt, pollAfterMs);
    return [{ what: "poll", at: poll }, { what: "expire", at: expiresAt }, ...returns];
  }
  const isLate = deposit.credited === 0n && deposit.status !== 3 && endedAt !== null;
  if (!isLate || endedAt.getTime() + lateForMs < now.getTime()) return returns;
  return [{ what: "poll", at: nextRun(polledAt ?? endedAt, lateAfterMs) }, ...returns];
}

function nextOfReturn({ status, sendAt, polledAt }: ReturnFacts): NextStep {
  const isSent = status === returnStatus.processing;
  return { what: "return", at: isSent ? nextRun(polledAt ?? sendAt, pollAfterMs) : sendAt };
}

function nextOfRefund({ createdAt, polledAt }: RefundFacts): NextStep {
  return { what: "refund", at: nextRun(polledAt ?? createdAt, pollAfterMs) };
}

/** The job's first run (every full minute) at which the last poll is at least this old. */
function nextRun(last: Date, afterMs: number): Date {
  return new Date(Math.ceil((last.getTime() + afterMs) / minuteMs) * minuteMs);
}

function reportStep({ source, action, provider, outcome, firstAt, lastAt, times }: StoredReport): TimelineStep {
  return { at: firstAt, kind: source, by: provider, action, outcome, times, lastAt };
}

/** Steps of the same moment keep their order: causes are listed before effects. */
function inOrder(steps: readonly TimelineStep[]): readonly TimelineStep[] {
  return [...steps].sort((a, b) => a.at.getTime() - b.at.getTime());
}
