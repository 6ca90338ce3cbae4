import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { RuleSql } from "#modules/conditions/server/index.ts";
import { holdPause } from "./pause-lock.ts";

/** The statements of players in campaigns. */

export interface Chosen {
  readonly due: readonly PlayerId[];
  readonly control: readonly PlayerId[];
}

/** Players of the segment whom the guard lets in and whom the campaign has not chosen, in the order of their ids; `among` these, if given. */
export async function findCandidates(
  on: Queryable,
  campaign: Uuid,
  { rows, condition, values }: RuleSql,
  {
    guards,
    limit,
    among = null,
  }: { readonly guards: readonly string[]; readonly limit: number; readonly among?: readonly PlayerId[] | null },
): Promise<readonly PlayerId[]> {
  const next = values.length + 1;
  const found = await on.query<{ player: PlayerId }>(
    `SELECT player_id AS player FROM (${rows}) f WHERE ${condition} AND NOT (${guards.join(" OR ")})
       AND NOT EXISTS (SELECT FROM campaigns.members m WHERE m.campaign_id = $${next} AND m.player_id = f.player_id)
       ${among ? `AND f.player_id = ANY ($${next + 2}::uuid[])` : ""}
     ORDER BY player_id LIMIT $${next + 1}`,
    [...values, campaign, limit, ...(among ? [uuidArray(among)] : [])],
  );
  return found.rows.map(({ player }) => player);
}

export async function insertMembers(tx: Tx, campaign: Uuid, { due, control }: Chosen, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO campaigns.members (campaign_id, player_id, state, chosen_at, done_at)
     SELECT $1::uuid, player, 'due', $4::timestamptz, NULL FROM unnest($2::uuid[]) player
     UNION ALL SELECT $1, player, 'control', $4, $4 FROM unnest($3::uuid[]) player`,
    [campaign, uuidArray(due), uuidArray(control), at],
  );
}

export async function dueMembers(on: Queryable, campaign: Uuid, limit: number): Promise<readonly PlayerId[]> {
  const { rows } = await on.query<{ player: PlayerId }>(
    `SELECT player_id AS player FROM campaigns.members WHERE campaign_id = $1 AND state = 'due' ORDER BY player_id LIMIT $2`,
    [campaign, limit],
  );
  return rows.map(({ player }) => player);
}

/**
 * False when the campaign is not active: a pause that has committed stops the next grant. False too when another process grants it now, or has.
 * Delays a pause until `tx` ends.
 */
export async function lockDue(tx: Tx, campaign: Uuid, player: PlayerId): Promise<boolean> {
  await holdPause(tx, campaign);
  const due = await tx.query(
    `SELECT FROM campaigns.members m WHERE campaign_id = $1 AND player_id = $2 AND state = 'due'
       AND EXISTS (SELECT FROM campaigns.campaigns WHERE id = $1 AND state = 'active') FOR UPDATE OF m SKIP LOCKED`,
    [campaign, player],
  );
  return due.rowCount === 1;
}

/** Locks several players: those who are due, and whom no other process grants. In the order of their ids. */
export async function lockAllDue(tx: Tx, campaign: Uuid, players: readonly PlayerId[]): Promise<readonly PlayerId[]> {
  await holdPause(tx, campaign);
  const { rows } = await tx.query<{ player: PlayerId }>(
    `SELECT m.player_id AS player FROM campaigns.members m WHERE campaign_id = $1 AND player_id = ANY ($2::uuid[]) AND state = 'due'
       AND EXISTS (SELECT FROM campaigns.campaigns WHERE id = $1 AND state = 'active') ORDER BY player_id FOR UPDATE OF m SKIP LOCKED`,
    [campaign, uuidArray(players)],
  );
  return rows.map(({ player }) => player);
}

/** Names the players twice: of a campaign without statistics PostgreSQL expects one member, and would compare each of its members with all of these. */
export async function markAllGranted(
  tx: Tx,
  campaign: Uuid,
  given: ReadonlyMap<PlayerId, Uuid>,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE campaigns.members m SET state = 'granted', bonus_id = i.bonus, done_at = $4
     FROM unnest($2::uuid[], $3::uuid[]) AS i(player, bonus)
     WHERE m.campaign_id = $1 AND m.player_id = ANY ($2::uuid[]) AND m.player_id = i.player`,
    [campaign, uuidArray([...given.keys()]), uuidArray([...given.values()]), at],
  );
}

export async function markGranted(tx: Tx, campaign: Uuid, player: PlayerId, bonus: Uuid, at: Date): Promise<void> {
  await tx.query(
    `UPDATE campaigns.members SET state = 'granted', bonus_id = $3, done_at = $4 WHERE campaign_id = $1 AND player_id = $2`,
    [campaign, player, bonus, at],
  );
}

/** False when it was no longer due. */
export async function markRefused(tx: Tx, campaign: Uuid, player: PlayerId, why: string, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE campaigns.members SET state = 'refused', why = $3, done_at = $4 WHERE campaign_id = $1 AND player_id = $2 AND state = 'due'`,
    [campaign, player, why, at],
  );
  return rowCount === 1;
}

/** Refuses everybody who was chosen and not granted; how many. */
export async function refuseDue(tx: Tx, campaign: Uuid, why: string, at: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `UPDATE campaigns.members SET state = 'refused', why = $2, done_at = $3 WHERE campaign_id = $1 AND state = 'due'`,
    [campaign, why, at],
  );
  return rowCount;
}

export interface MemberCount {
  readonly campaign: Uuid;
  readonly state: "due" | "granted" | "refused" | "control";
  readonly players: number;
}

export async function countMembers(on: Queryable, campaigns: readonly Uuid[]): Promise<readonly MemberCount[]> {
  const { rows } = await on.query<MemberCount>(
    `SELECT campaign_id AS campaign, state, count(*)::int AS players FROM campaigns.members WHERE campaign_id = ANY ($1::uuid[]) GROUP BY 1, 2`,
    [campaigns],
  );
  return rows;
}
