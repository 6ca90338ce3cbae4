import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { approvedAlready, payoutClosed } from "../../shared/errors.ts";
import type { PayoutTopic } from "../../shared/payout-questions.ts";
import { payoutStatus } from "../../shared/payouts.ts";
import { approversOf, insertApproval, noteApproved } from "./approval-store.ts";
import { claimPayout, endClaim, type PayoutClaim, requireUnclaimed } from "./claims.ts";
import { endUnpaid, followPayoutJob } from "./follow-payout.ts";
import type { PayoutNeeds } from "./payout-needs.ts";
import { askAboutPayout, type PayoutQuestion, requireNoQuestion } from "./questions.ts";
import { lockPayout, type PayoutRow } from "./store.ts";

/** What the approval rules need to know about the payout. */
export type PayoutToApprove = Pick<PayoutRow, "playerId" | "createdAt">;

/** An operator who approves. */
export interface Decider {
  readonly id: Uuid;
  readonly name: string;
  /** How many approvals count with this one, given the earlier ones. Throws where this operator may not approve. */
  count(payout: PayoutToApprove, earlier: readonly Uuid[]): Promise<number>;
}

/**
 * One operator's approval. Once as many different operators have approved as required, the payout is sent when its player can no longer cancel
 * it. Fails with `not_found`, `payout_closed`, `payout_claimed`, `payout_asked`, `approved_already`, and the refusals of `count`.
 */
export async function approvePayout(
  { host, review }: PayoutNeeds,
  tx: Tx,
  id: Uuid,
  decider: Decider,
): Promise<{ readonly payout: PayoutRow; readonly approvals: number; readonly released: boolean }> {
  const payout = await waitingPayout(tx, id);
  const now = new Date(host.clock.now());
  await requireUnclaimed(tx, id, decider, now);
  await requireNoQuestion(tx, id, now);
  const earlier = await approversOf(tx, id);
  if (!(await insertApproval(tx, id, decider, now))) fail(approvedAlready);
  const approvals = await decider.count(payout, earlier);
  const released = approvals >= payout.approvalsNeeded;
  if (released) {
    await noteApproved(tx, id, now);
    await review.accepted(tx, { id, player: payout.playerId });
    const runAt = payout.sendAt > now ? payout.sendAt : now;
    await enqueue(tx, followPayoutJob, { id }, { runAt });
  }
  await endClaim(tx, id);
  return { payout, approvals, released };
}

/** One operator is enough to decline; the amount returns to the balance. Fails with `not_found`, `payout_closed`, `payout_claimed`. */
export async function declinePayout(needs: PayoutNeeds, tx: Tx, id: Uuid, by: Pick<Decider, "id">): Promise<PayoutRow> {
  const payout = await waitingPayout(tx, id);
  await requireUnclaimed(tx, id, by, new Date(needs.host.clock.now()));
  await endClaim(tx, id);
  await endUnpaid(needs, tx, payout, payoutStatus.declined);
  return payout;
}

/** The operator works on a payout that waits: for ten minutes no other one decides it. Fails with `not_found`, `payout_closed`, `payout_claimed`. */
export async function claimWaiting(
  { host }: Pick<PayoutNeeds, "host">,
  tx: Tx,
  id: Uuid,
  by: Pick<Decider, "id" | "name">,
): Promise<PayoutClaim> {
  await waitingPayout(tx, id);
  return claimPayout(tx, id, by, new Date(host.clock.now()));
}

/** Asks the player about a payout that waits: nobody approves it until they have answered. Fails with `not_found`, `payout_closed`, `payout_claimed`, `payout_asked`. */
export async function askPlayer(
  { host }: Pick<PayoutNeeds, "host">,
  tx: Tx,
  id: Uuid,
  topic: PayoutTopic,
  by: Pick<Decider, "id" | "name">,
): Promise<PayoutQuestion> {
  const payout = await waitingPayout(tx, id);
  await requireUnclaimed(tx, id, by, new Date(host.clock.now()));
  const question = await askAboutPayout({ host }, tx, payout, topic, by);
  await endClaim(tx, id);
  return question;
}

async function waitingPayout(tx: Tx, id: Uuid): Promise<PayoutRow> {
  const payout = await lockPayout(tx, id);
  if (!payout) return fail(notFound);
  const waits = payout.status === payoutStatus.pending && payout.approvalsNeeded > 0 && payout.approvedAt === null;
  return waits ? payout : fail(payoutClosed, { data: { status: payout.status } });
}
