import type { Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { openDebts } from "#modules/debts/server/index.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import { type ApprovalReason, type PayoutStatus, payoutStatus } from "../../shared/payouts.ts";
import { isSuspended } from "../cascade-store.ts";
import { collectDebt } from "../chargebacks/charge-back.ts";
import type { ProviderPayout } from "../provider.ts";
import type { ProviderCascade } from "../provider-cascade.ts";
import { noteCall } from "../timeline/note-call.ts";
import { requireApprovals } from "./approval-store.ts";
import type { PayoutNeeds } from "./payout-needs.ts";
import { publishPayoutChange } from "./publish-payout-change.ts";
import { endQuestion } from "./questions.ts";
import { isShared, lockPayout, type PayoutRow, setPayoutStatus, takePayoutsToFollow } from "./store.ts";

export const followPayoutJob = "payments-follow-payout";

const most = 100;

/** The job created with each payout, and every minute all that are due: a job or a message may be lost. */
export async function followDuePayouts(needs: PayoutNeeds, cascade: Pick<ProviderCascade, "get">): Promise<void> {
  const { host } = needs;
  for (const id of await takePayoutsToFollow(host.db, new Date(host.clock.now()), most)) {
    await followPayout(needs, cascade, id).catch((error: unknown) => {
      host.log.warn({ err: error, payout: id }, "failed to process a payout; it is retried in a minute");
    });
  }
}

/**
 * Sends a payout, or requests its status: to the provider both are the same order under the payout's own id, so that a
 * crash between two steps pays nothing twice. From `processing` on the player cannot cancel it.
 */
export async function followPayout(needs: PayoutNeeds, cascade: Pick<ProviderCascade, "get">, id: Uuid): Promise<void> {
  const { host } = needs;
  // Whatever is still processing is requested again every minute.
  if (needs.mayPay?.() === false) return;
  const row = await host.db.tx(async tx => {
    const locked = await lockPayout(tx, id);
    if (!locked || locked.endedAt !== null || locked.sendAt.getTime() > host.clock.now()) return undefined;
    if (locked.approvalsNeeded > 0 && locked.approvedAt === null) return undefined;
    // It may still be canceled; one that the provider has got is asked about until it ends.
    if (locked.status === payoutStatus.pending && (await isSuspended(tx, locked.provider))) return undefined;
    if (locked.status === payoutStatus.pending && (await openDebts(tx, locked.playerId)).length > 0) {
      // Owed since it was requested: the money returns to the balance, which repays it.
      await endUnpaid(needs, tx, locked, payoutStatus.declined);
      return undefined;
    }
    if (locked.status === payoutStatus.pending && (await isHeldByLock(needs, tx, locked))) return undefined;
    if (locked.status === payoutStatus.pending && locked.approvalsNeeded === 0) {
      // Another player may have paid with the same card since the request: then it needs approval first.
      if (await isShared(tx, locked.instrumentId)) {
        await requireApprovals(tx, id, 1, ["instrument"] satisfies ApprovalReason[]);
        return undefined;
      }
    }
    if (locked.status === payoutStatus.pending) await advance(needs, tx, locked, payoutStatus.processing);
    return locked;
  });
  if (!row) return;
  host.failpoints.hit("payments.payout.claimed");
  const { amount, currency, token } = row;
  const payer = needs.rails.get(row.provider) ?? cascade.get(row.provider)?.provider;
  const configured = required(payer, "the provider of a payout is not configured");
  const response = await noteCall(
    host,
    { subject: id, action: "pay", provider: row.provider },
    () => configured.pay({ id, amount, currency, token }),
    ({ status }) => status,
  );
  host.failpoints.hit("payments.payout.sent");
  await host.db.tx(tx => bookPayoutEnd(needs, tx, row.provider, response));
}

/**
 * Whether it waits because operators have locked the account: somebody else may have requested it. An operator approves it, after the lock, or declines
 * it; one that was approved before the lock waits for its end.
 */
async function isHeldByLock({ people }: PayoutNeeds, tx: Tx, payout: PayoutRow): Promise<boolean> {
  const { id, playerId, approvalsNeeded, approvedAt } = payout;
  const lockedAt = (await people?.of([playerId], tx))?.get(playerId)?.lockedAt;
  if (!lockedAt || (approvedAt !== null && approvedAt > lockedAt)) return false;
  if (approvalsNeeded === 0) await requireApprovals(tx, id, 1, ["account_locked"] satisfies ApprovalReason[]);
  return true;
}

/** A provider's report about a payout, by a message or in a response. Books its end once; other reports change nothing. */
export async function bookPayoutEnd(
  needs: PayoutNeeds,
  tx: Tx,
  provider: string,
  response: ProviderPayout,
): Promise<"noted" | "ignored"> {
  const row = await lockPayout(tx, response.reference);
  const isOurs = row?.provider === provider && row.amount === response.amount && row.currency === response.currency;
  if (row && !isOurs)
    needs.host.log.error(
      { payout: row.id, provider },
      "the provider's report does not match the payout that was ordered",
    );
  if (!row || !isOurs || row.status !== payoutStatus.processing || response.status === "processing") return "ignored";
  if (response.status === "paid") {
    invariant(
      await needs.wallet.holds.post(tx, holdOf(row), depositsClearing(row.provider)),
      "a payout given back and paid",
    );
    await advance(needs, tx, row, payoutStatus.paid);
  } else await endUnpaid(needs, tx, row, payoutStatus.declined);
  needs.host.failpoints.hit("payments.payout.ended");
  return "noted";
}

/** Ends a payout that will not happen: its amount returns to the balance. */
export async function endUnpaid(needs: PayoutNeeds, tx: Tx, row: PayoutRow, status: PayoutStatus): Promise<void> {
  invariant(await needs.wallet.holds.release(tx, holdOf(row)), "a payout paid and given back");
  await endQuestion(tx, row.id, new Date(needs.host.clock.now()));
  await collectDebt(needs, tx, row.playerId, row.currency);
  await advance(needs, tx, row, status);
  needs.host.failpoints.hit("payments.payout.given-back");
}

const holdOf = ({ playerId, id }: PayoutRow) => ({ owner: playerId, id });

async function advance({ host, wallet }: PayoutNeeds, tx: Tx, row: PayoutRow, status: PayoutStatus): Promise<void> {
  await setPayoutStatus(tx, row.id, status, new Date(host.clock.now()));
  wallet.publishPayment(tx, row.playerId, { id: row.id, status });
  await publishPayoutChange(host, tx, row, status);
}
