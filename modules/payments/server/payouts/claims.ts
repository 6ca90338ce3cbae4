import { fail } from "#kit/contract/error-code.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { payoutClaimed } from "../../shared/errors.ts";

/** A claim that is not renewed ends after this time: milliseconds. */
const leaseMs = 10 * 60_000;

interface ClaimingOperator {
  readonly id: Uuid;
  readonly name: string;
}

export interface PayoutClaim {
  readonly operator: Uuid;
  readonly name: string;
  readonly until: Date;
}

const columns = "operator_id AS operator, operator_name AS name, until";

/** Claims a payout for ten minutes, or renews the operator's own claim. Under the payout's lock. Fails with `payout_claimed`. */
export async function claimPayout(tx: Tx, payout: Uuid, by: ClaimingOperator, now: Date): Promise<PayoutClaim> {
  await requireUnclaimed(tx, payout, by, now);
  const { rows } = await tx.query<PayoutClaim>(
    `INSERT INTO payments.payout_claims (payout_id, operator_id, operator_name, until) VALUES ($1, $2, $3, $4)
     ON CONFLICT (payout_id) DO UPDATE SET operator_id = excluded.operator_id, operator_name = excluded.operator_name, until = excluded.until
     RETURNING ${columns}`,
    [payout, by.id, by.name, new Date(now.getTime() + leaseMs)],
  );
  return required(rows[0], "claimed");
}

/** Fails with `payout_claimed` while another operator works on the payout. */
export async function requireUnclaimed(
  tx: Tx,
  payout: Uuid,
  by: Pick<ClaimingOperator, "id">,
  now: Date,
): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    "SELECT operator_name AS name FROM payments.payout_claims WHERE payout_id = $1 AND operator_id <> $2 AND until > $3",
    [payout, by.id, now],
  );
  if (rows[0]) fail(payoutClaimed, { data: { operator: rows[0].name } });
}

/** The claims that hold now. */
export async function payoutClaimsOf(
  db: Queryable,
  payouts: readonly Uuid[],
  now: Date,
): Promise<ReadonlyMap<Uuid, PayoutClaim>> {
  const { rows } = await db.query<PayoutClaim & { payout: Uuid }>(
    `SELECT payout_id AS payout, ${columns} FROM payments.payout_claims WHERE payout_id = ANY($1::uuid[]) AND until > $2`,
    [payouts, now],
  );
  return new Map(rows.map(({ payout, ...claim }) => [payout, claim]));
}

/** After a decision: of a payout that takes two people, the other one may claim it. */
export async function endClaim(tx: Tx, payout: Uuid): Promise<void> {
  await tx.query("DELETE FROM payments.payout_claims WHERE payout_id = $1", [payout]);
}
