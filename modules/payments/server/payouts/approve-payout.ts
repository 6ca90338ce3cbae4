import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { approvedAlready, payoutClosed } from "../../shared/errors.ts";
import { payoutStatus } from "../../shared/payouts.ts";
import { approversOf, insertApproval, noteApproved } from "./approval-store.ts";
import { followPayoutJob, giveBack } from "./follow-payout.ts";
import type { PayoutNeeds } from "./request-payout.ts";
import { lockPayout, type PayoutRow } from "./store.ts";

/** What whoever judges an approval needs to know of the payout. */
export type PayoutToApprove = Pick<PayoutRow, "player_id" | "created_at">;

/** An operator who approves. */
export interface Decider {
  readonly id: Uuid;
  readonly name: string;
  /** How many approvals count with this one, given who has approved before. Fails where this person may not approve. */
  count(payout: PayoutToApprove, earlier: readonly Uuid[]): Promise<number>;
}

/**
 * One person's yes. With as many different people as the payout needs it is on its way once its player can no longer take
 * it back. Fails with `not_found`, `payout_closed`, `approved_already`, and what the decider's `count` refuses.
 */
export async function approvePayout(
  { host }: PayoutNeeds,
  tx: Tx,
  id: Uuid,
  decider: Decider,
): Promise<{ readonly payout: PayoutRow; readonly approvals: number; readonly released: boolean }> {
  const payout = await waitingPayout(tx, id);
  const now = new Date(host.clock.now());
  const earlier = await approversOf(tx, id);
  if (!(await insertApproval(tx, id, decider, now))) fail(approvedAlready);
  const approvals = await decider.count(payout, earlier);
  const released = approvals >= payout.approvals_needed;
  if (released) {
    await noteApproved(tx, id, now);
    const runAt = payout.send_at > now ? payout.send_at : now;
    await enqueue(tx, followPayoutJob, { id }, { runAt });
  }
  return { payout, approvals, released };
}

/** One person's no is enough: the money is on the balance again. Fails with `not_found`, `payout_closed`. */
export async function declinePayout(needs: PayoutNeeds, tx: Tx, id: Uuid): Promise<PayoutRow> {
  const payout = await waitingPayout(tx, id);
  await giveBack(needs, tx, payout, payoutStatus.declined);
  return payout;
}

async function waitingPayout(tx: Tx, id: Uuid): Promise<PayoutRow> {
  const payout = await lockPayout(tx, id);
  if (!payout) return fail(notFound);
  const waits = payout.status === payoutStatus.pending && payout.approvals_needed > 0 && payout.approved_at === null;
  return waits ? payout : fail(payoutClosed, { data: { status: payout.status } });
}
