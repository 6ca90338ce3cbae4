import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { ConversionEvent } from "../shared/postback.ts";
import { type OutgoingRow, outgoingStore } from "./outgoing-store.ts";

/** The SQL of advertising networks and conversions. */

export interface NetworkRow {
  /** The `click_source` of its links. */
  readonly source: string;
  readonly name: string;
  readonly url: string;
  readonly active: boolean;
  readonly changedBy: string;
  readonly changedAt: Date;
}

export async function networksOf(on: Queryable): Promise<readonly NetworkRow[]> {
  const { rows } = await on.query<NetworkRow>(
    `SELECT source, name, url, active, changed_by AS "changedBy", changed_at AS "changedAt" FROM partners.networks ORDER BY source`,
  );
  return rows;
}

/** Adds a network, or changes the one of this source. */
export async function upsertNetwork(tx: Tx, row: NetworkRow): Promise<void> {
  await tx.query(
    `INSERT INTO partners.networks (source, name, url, active, changed_by, changed_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (source) DO UPDATE SET name = $2, url = $3, active = $4, changed_by = $5, changed_at = $6`,
    [row.source, row.name, row.url, row.active, row.changedBy, row.changedAt],
  );
}

export interface ConversionRow extends OutgoingRow {
  readonly source: string;
  readonly event: ConversionEvent;
  readonly clickId: string;
}

const columns = `id, source, player_id AS "playerId", event, click_id AS "clickId", happened_at AS "happenedAt", state, url, tries, outcome`;
export const conversionStore = outgoingStore<ConversionRow>("partners.conversions", columns);

/** Does nothing if this event of the player is stored already. */
export async function insertConversion(
  on: Queryable,
  row: Pick<ConversionRow, "id" | "source" | "playerId" | "event" | "clickId" | "happenedAt">,
): Promise<void> {
  await on.query(
    `INSERT INTO partners.conversions (id, source, player_id, event, click_id, happened_at, next_at) VALUES ($1, $2, $3, $4, $5, $6, $6)
     ON CONFLICT (player_id, event) DO NOTHING`,
    [row.id, row.source, row.playerId, row.event, row.clickId, row.happenedAt],
  );
}

/** `player event` of those that are known. */
export async function knownConversions(on: Queryable, players: readonly PlayerId[]): Promise<ReadonlySet<string>> {
  const { rows } = await on.query<{ playerId: PlayerId; event: ConversionEvent }>(
    `SELECT player_id AS "playerId", event FROM partners.conversions WHERE player_id = ANY ($1::uuid[])`,
    [uuidArray(players)],
  );
  return new Set(rows.map(({ playerId, event }) => `${playerId} ${event}`));
}

/** The newest first. */
export async function newestConversions(on: Queryable, limit: number): Promise<readonly ConversionRow[]> {
  const { rows } = await on.query<ConversionRow>(
    `SELECT ${columns} FROM partners.conversions ORDER BY happened_at DESC, id DESC LIMIT $1`,
    [limit],
  );
  return rows;
}

/** What is stored of a player's conversions, for their data. */
export async function conversionsOf(on: Queryable, player: PlayerId): Promise<readonly ConversionRow[]> {
  const { rows } = await on.query<ConversionRow>(
    `SELECT ${columns} FROM partners.conversions WHERE player_id = $1 ORDER BY happened_at`,
    [player],
  );
  return rows;
}

export async function forgetConversions(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("DELETE FROM partners.conversions WHERE player_id = $1", [player]);
}
