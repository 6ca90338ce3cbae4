import { fail } from "#kit/contract/error-code.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { checkClaimed } from "../shared/errors.ts";

/** A claim that is not renewed ends after this time: milliseconds. */
const leaseMs = 10 * 60_000;

interface ClaimingOperator {
  readonly id: Uuid;
  readonly name: string;
}

export interface CaseClaim {
  readonly operator: Uuid;
  readonly name: string;
  readonly until: Date;
}

const columns = `operator_id AS operator, operator_name AS name, until`;

/** Claims a case for ten minutes, or renews the operator's own claim. Fails with `check_claimed`. */
export async function claimCase(tx: Tx, player: PlayerId, by: ClaimingOperator, now: Date): Promise<CaseClaim> {
  const { rows } = await tx.query<CaseClaim>(
    `INSERT INTO verification.claims AS c (player_id, operator_id, operator_name, until) VALUES ($1, $2, $3, $4)
     ON CONFLICT (player_id) DO UPDATE SET operator_id = excluded.operator_id, operator_name = excluded.operator_name, until = excluded.until
     WHERE c.operator_id = excluded.operator_id OR c.until <= $5 RETURNING ${columns}`,
    [player, by.id, by.name, new Date(now.getTime() + leaseMs), now],
  );
  // A claim that was refused is another operator's.
  if (!rows[0]) await requireUnclaimed(tx, player, by, now);
  return required(rows[0], "claimed");
}

/** Fails with `check_claimed` while another operator works on the case. */
export async function requireUnclaimed(tx: Tx, player: PlayerId, by: ClaimingOperator, now: Date): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    "SELECT operator_name AS name FROM verification.claims WHERE player_id = $1 AND operator_id <> $2 AND until > $3 FOR UPDATE",
    [player, by.id, now],
  );
  if (rows[0]) fail(checkClaimed, { data: { operator: rows[0].name } });
}

/** The claims that hold now. */
export async function claimsOf(
  db: Queryable,
  players: readonly PlayerId[],
  now: Date,
): Promise<ReadonlyMap<PlayerId, CaseClaim>> {
  const { rows } = await db.query<CaseClaim & { player: PlayerId }>(
    `SELECT player_id AS player, ${columns} FROM verification.claims WHERE player_id = ANY($1::uuid[]) AND until > $2`,
    [players, now],
  );
  return new Map(rows.map(({ player, ...claim }) => [player, claim]));
}

export async function endClaim(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("DELETE FROM verification.claims WHERE player_id = $1", [player]);
}
