import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { secondPersonNeeded } from "../shared/errors.ts";

/** Uses up a code of this operator. @returns its id, or undefined if it is unknown, used or too old */
export async function takeCode(tx: Tx, operator: Uuid, codeHash: Uint8Array, now: Date): Promise<Uuid | undefined> {
  const { rows } = await tx.query<{ id: Uuid }>(
    `UPDATE operators.emergencies SET used_at = $3 WHERE operator_id = $1 AND code_hash = $2 AND used_at IS NULL
       AND expires_at > $3 RETURNING id`,
    [operator, codeHash, now],
  );
  return rows[0]?.id;
}

export interface EmergencyRow {
  readonly id: Uuid;
  readonly operatorId: Uuid;
  readonly operator: string;
  readonly reason: string;
  readonly madeAt: Date;
  readonly usedAt: Date | null;
  readonly reviewedName: string | null;
  readonly reviewedAt: Date | null;
  readonly review: string | null;
}

/** The newest fifty, those without a review first. */
export async function emergencies(db: Queryable): Promise<readonly EmergencyRow[]> {
  const { rows } = await db.query<EmergencyRow>(
    `SELECT e.id, e.operator_id AS "operatorId", o.name AS operator, e.reason, e.made_at AS "madeAt", e.used_at AS "usedAt",
       e.reviewed_name AS "reviewedName", e.reviewed_at AS "reviewedAt", e.review
     FROM operators.emergencies e JOIN operators.operators o ON o.id = e.operator_id
     ORDER BY e.reviewed_at IS NULL DESC, e.made_at DESC LIMIT 50`,
  );
  return rows;
}

/** Another operator says what they found. Fails with `not_found`, also for one that is reviewed; `second_person_needed`. */
export async function reviewEmergency(
  tx: Tx,
  id: Uuid,
  by: { readonly id: Uuid; readonly name: string },
  review: string,
  now: Date,
): Promise<Uuid> {
  const { rows } = await tx.query<{ operatorId: Uuid }>(
    `SELECT operator_id AS "operatorId" FROM operators.emergencies WHERE id = $1 AND reviewed_at IS NULL FOR UPDATE`,
    [id],
  );
  const { operatorId } = rows[0] ?? fail(notFound);
  if (operatorId === by.id) fail(secondPersonNeeded);
  await tx.query(
    "UPDATE operators.emergencies SET reviewed_by = $2, reviewed_name = $3, reviewed_at = $4, review = $5 WHERE id = $1",
    [id, by.id, by.name, now, review],
  );
  return operatorId;
}
