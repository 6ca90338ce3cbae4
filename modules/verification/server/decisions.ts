import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Decision } from "../shared/status.ts";

/** Every SQL statement about who decided. */

/** The operator who decides, and who requested it where two decide. */
export interface Decider {
  readonly id: Uuid;
  readonly name: string;
  readonly askedBy?: { readonly id: Uuid; readonly name: string };
}

export interface NewDecision {
  readonly player: PlayerId;
  readonly decision: Decision;
  /** Never a player. */
  readonly by: string;
  readonly now: Date;
  readonly decider: Decider | undefined;
}

export async function insertDecision(tx: Tx, { player, decision, by, now, decider }: NewDecision): Promise<void> {
  const asked = decider?.askedBy;
  await tx.query(
    `INSERT INTO verification.decisions (player_id, at, decision, by, operator_id, operator_name, asked_by, asked_by_name)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [player, now, decision, by, decider?.id ?? null, decider?.name ?? null, asked?.id ?? null, asked?.name ?? null],
  );
}

export interface CaseDecision {
  readonly number: bigint;
  readonly at: Date;
  readonly decision: Decision;
  readonly by: "provider" | "operator" | "rules";
  readonly operatorName: string | null;
  readonly askedByName: string | null;
}

/** The last decisions of a player's case, newest first. */
export async function lastDecisions(on: Queryable, player: PlayerId, limit: number): Promise<readonly CaseDecision[]> {
  const { rows } = await on.query<CaseDecision>(
    `SELECT number, at, decision, by, operator_name AS "operatorName", asked_by_name AS "askedByName"
     FROM verification.decisions WHERE player_id = $1 ORDER BY number DESC LIMIT $2`,
    [player, limit],
  );
  return rows;
}

/** Whether this operator made, requested or approved a decision of the documents that were submitted last. */
export async function hasDecided(on: Queryable, player: PlayerId, operator: Uuid): Promise<boolean> {
  const { rowCount } = await on.query(
    `SELECT FROM verification.decisions d JOIN verification.cases c USING (player_id)
     WHERE player_id = $1 AND (operator_id = $2 OR asked_by = $2) AND d.at >= coalesce(c.submitted_at, '-infinity') LIMIT 1`,
    [player, operator],
  );
  return rowCount > 0;
}
