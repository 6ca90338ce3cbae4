import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invoiceStatus } from "../shared/invoice.ts";
import type { MoneyStep, MoneyStepName } from "../shared/money-steps.ts";
import { type PayoutStatus, payoutStatus } from "../shared/payouts.ts";
import { invoiceOf } from "./store.ts";

interface PayoutTimes {
  readonly status: PayoutStatus;
  readonly createdAt: Date;
  readonly approvalsNeeded: number;
  readonly approvedAt: Date | null;
  readonly sentAt: Date | null;
  readonly endedAt: Date | null;
}

const step = (name: MoneyStepName, at: Date | null): MoneyStep => ({ step: name, at: at?.toISOString() ?? null });

/** What has happened to a payout of this player, and what is still to come (`at` null); undefined if it is not theirs. */
export async function payoutSteps(
  db: Queryable,
  player: PlayerId,
  payout: Uuid,
): Promise<readonly MoneyStep[] | undefined> {
  const { rows } = await db.query<PayoutTimes>(
    `SELECT status, created_at AS "createdAt", approvals_needed AS "approvalsNeeded", approved_at AS "approvedAt", sent_at AS "sentAt",
       ended_at AS "endedAt" FROM payments.payouts WHERE id = $1 AND player_id = $2`,
    [payout, player],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { status, approvedAt, sentAt, endedAt } = row;
  const check = row.approvalsNeeded === 0 ? step("checked", row.createdAt) : step("approved", approvedAt);
  const planned = [step("requested", row.createdAt), check, step("sent", sentAt), step("paid", endedAt)];
  if (status === payoutStatus.paid) return planned.filter(({ at }) => at !== null);
  if (status !== payoutStatus.declined && status !== payoutStatus.cancelled) return planned;
  const end = step(status === payoutStatus.declined ? "declined" : "cancelled", endedAt);
  return [...planned.slice(0, 3).filter(({ at }) => at !== null), end];
}

/** Steps of a deposit. */
export async function depositSteps(
  db: Queryable,
  player: PlayerId,
  invoice: Uuid,
): Promise<readonly MoneyStep[] | undefined> {
  const row = await invoiceOf(db, player, invoice);
  if (!row) return undefined;
  return [step("created", row.createdAt), step("credited", row.status === invoiceStatus.paid ? row.endedAt : null)];
}
