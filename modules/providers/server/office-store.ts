import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** Queries of the back office about providers. */

export interface DifferenceRow {
  readonly id: Uuid;
  readonly provider: string;
  readonly playerId: PlayerId;
  readonly kind: string;
  readonly ours: unknown;
  readonly theirs: unknown;
  readonly foundAt: Date;
  readonly resolvedAt: Date | null;
  /** About its round, as `reconcile` stores it. */
  readonly decision: DecisionRow | null;
}

interface DecisionRow {
  readonly kind: "paid" | "returned" | "voided";
  readonly request: Uuid | null;
  readonly amount: string | null;
  readonly currency: string;
  readonly at: string;
}

const differences = `SELECT d.id, p.slug AS provider, d.player_id AS "playerId", d.kind, d.ours, d.theirs, d.found_at AS "foundAt",
    d.resolved_at AS "resolvedAt", d.decision
  FROM providers.differences d JOIN providers.providers p ON p.id = d.provider_id`;

export async function openDifferences(on: Queryable, limit: number): Promise<readonly DifferenceRow[]> {
  const { rows } = await on.query<DifferenceRow>(
    `${differences} WHERE d.resolved_at IS NULL ORDER BY d.found_at, d.id LIMIT $1`,
    [limit],
  );
  return rows;
}

/** Those that a decision closed since, the last one first. */
export async function decidedDifferences(on: Queryable, since: Date, limit: number): Promise<readonly DifferenceRow[]> {
  const { rows } = await on.query<DifferenceRow>(
    `${differences} WHERE d.resolved_at >= $1 AND d.decision IS NOT NULL ORDER BY d.resolved_at DESC, d.id LIMIT $2`,
    [since, limit],
  );
  return rows;
}

export interface AlarmRow {
  readonly id: Uuid;
  readonly provider: string;
  readonly kind: string;
  readonly subject: string;
  readonly facts: unknown;
  readonly count: number;
  readonly lastAt: Date;
}

export async function openAlarms(on: Queryable, limit: number): Promise<readonly AlarmRow[]> {
  const { rows } = await on.query<AlarmRow>(
    `SELECT a.id, p.slug AS provider, a.kind, a.subject, a.facts, a.count, a.last_at AS "lastAt"
     FROM providers.alarms a JOIN providers.providers p ON p.id = a.provider_id
     WHERE a.closed_at IS NULL ORDER BY a.last_at DESC, a.id LIMIT $1`,
    [limit],
  );
  return rows;
}

/** The alarm's kind; undefined where there is none. */
export async function closeAlarm(tx: Tx, id: Uuid, now: Date): Promise<string | undefined> {
  const { rows } = await tx.query<{ kind: string }>(
    "UPDATE providers.alarms SET closed_at = coalesce(closed_at, $2) WHERE id = $1 RETURNING kind",
    [id, now],
  );
  return rows[0]?.kind;
}

export async function reconciledUntil(on: Queryable): Promise<{ provider: string; until: string }[]> {
  const { rows } = await on.query<{ provider: string; until: Date }>(
    `SELECT p.slug AS provider, r.until FROM providers.reconciled r JOIN providers.providers p ON p.id = r.provider_id
     ORDER BY p.slug`,
  );
  return rows.map(({ provider, until }) => ({ provider, until: until.toISOString() }));
}

export async function setGame(
  tx: Tx,
  provider: Uuid,
  slug: string,
  isEnabled: boolean,
  approvesMaths: boolean,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE providers.games SET is_enabled = $3, maths = CASE WHEN $4 THEN manifest ->> 'maths' ELSE maths END
     WHERE provider_id = $1 AND slug = $2`,
    [provider, slug, isEnabled, approvesMaths],
  );
  return rowCount === 1;
}
