import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { FlagKind, FlagState } from "../shared/flags.ts";

/** The SQL of flags. */

export type Evidence = Readonly<Record<string, string | number>>;

export interface NewFlag {
  readonly id: Uuid;
  readonly partner: Uuid;
  readonly kind: FlagKind;
  readonly key: string;
  readonly evidence: Evidence;
  readonly players: readonly PlayerId[];
}

export interface FlagRow extends Omit<NewFlag, "partner"> {
  readonly partnerId: Uuid;
  readonly state: FlagState;
  readonly raisedAt: Date;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly reason: string | null;
  /** Players for whom the partner is not paid while it is open. */
  readonly held: number;
}

/** Raises a flag, or adds players to one of the same kind about the same: one that was decided is open again. Without new players nothing changes. */
export async function raiseFlag(tx: Tx, flag: NewFlag, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO partners.flags (id, partner_id, kind, key, evidence, raised_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (partner_id, kind, key) DO NOTHING`,
    [flag.id, flag.partner, flag.kind, flag.key, JSON.stringify(flag.evidence), at],
  );
  const { rowCount } = await tx.query(
    `INSERT INTO partners.flagged_players (player_id, flag_id)
     SELECT p, f.id FROM unnest($4::uuid[]) p, partners.flags f WHERE f.partner_id = $1 AND f.kind = $2 AND f.key = $3
     ON CONFLICT DO NOTHING`,
    [flag.partner, flag.kind, flag.key, uuidArray(flag.players)],
  );
  if (rowCount === 0) return;
  await tx.query(
    `UPDATE partners.flags SET evidence = $4, state = 'open', raised_at = $5, decided_at = NULL, decided_by = NULL, reason = NULL
     WHERE partner_id = $1 AND kind = $2 AND key = $3`,
    [flag.partner, flag.kind, flag.key, JSON.stringify(flag.evidence), at],
  );
}

const columns = `f.id, f.partner_id AS "partnerId", f.kind, f.key, f.evidence, f.state, f.raised_at AS "raisedAt", f.decided_at AS "decidedAt",
  f.decided_by AS "decidedBy", f.reason,
  ARRAY(SELECT p.player_id FROM partners.flagged_players p WHERE p.flag_id = f.id ORDER BY p.player_id) AS players,
  (SELECT count(*)::int FROM partners.flagged_players p JOIN partners.cpas c ON c.player_id = p.player_id AND c.state = 'held'
   WHERE p.flag_id = f.id) AS held`;

/** Open ones first. */
export async function flagsOf(on: Queryable, partner: Uuid, limit: number): Promise<readonly FlagRow[]> {
  const { rows } = await on.query<FlagRow>(
    `SELECT ${columns} FROM partners.flags f WHERE f.partner_id = $1 ORDER BY f.state <> 'open', f.raised_at DESC, f.id LIMIT $2`,
    [partner, limit],
  );
  return rows;
}

export async function flagById(on: Queryable, id: Uuid): Promise<FlagRow | undefined> {
  const { rows } = await on.query<FlagRow>(`SELECT ${columns} FROM partners.flags f WHERE f.id = $1`, [id]);
  return rows[0];
}

/** Players of a partner with a flag in this state. */
export async function flaggedPlayers(
  on: Queryable,
  partner: Uuid,
  state: Exclude<FlagState, "dismissed">,
): Promise<ReadonlySet<PlayerId>> {
  const { rows } = await on.query<{ playerId: PlayerId }>(
    `SELECT DISTINCT p.player_id AS "playerId" FROM partners.flags f JOIN partners.flagged_players p ON p.flag_id = f.id
     WHERE f.partner_id = $1 AND f.state = $2`,
    [partner, state],
  );
  return new Set(rows.map(({ playerId }) => playerId));
}

/** False when it is not open. */
export async function setFlagState(
  tx: Tx,
  id: Uuid,
  decision: {
    readonly state: "dismissed" | "confirmed";
    readonly at: Date;
    readonly by: string;
    readonly reason: string;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE partners.flags SET state = $2, decided_at = $3, decided_by = $4, reason = $5 WHERE id = $1 AND state = 'open'",
    [id, decision.state, decision.at, decision.by, decision.reason],
  );
  return rowCount === 1;
}

/** Open flags of each of these partners; partners without one are missing. */
export async function openFlags(on: Queryable, partners: readonly Uuid[]): Promise<ReadonlyMap<Uuid, number>> {
  const { rows } = await on.query<{ id: Uuid; flags: number }>(
    `SELECT partner_id AS id, count(*)::int AS flags FROM partners.flags WHERE state = 'open' AND partner_id = ANY ($1::uuid[]) GROUP BY 1`,
    [uuidArray(partners)],
  );
  return new Map(rows.map(({ id, flags }) => [id, flags]));
}
