import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** Every SQL statement of the address book. */

export interface AddressRow {
  readonly id: Uuid;
  readonly playerId: PlayerId;
  readonly rail: string;
  readonly token: string;
  readonly address: string;
  readonly name: string;
  readonly addedAt: Date;
  readonly usableFrom: Date;
}

export interface SavedAddressRow extends AddressRow {
  /** When the address was first seen, where another card or address was known before it: a new one cools for a day. */
  readonly newSince: Date | null;
}

export interface AllowListRow {
  readonly isOn: boolean;
  readonly offFrom: Date | null;
}

/** Locks the player's address book until `tx` ends. */
export async function holdBook(tx: Tx, player: PlayerId): Promise<AllowListRow> {
  await tx.query("INSERT INTO payments.allow_lists (player_id) VALUES ($1) ON CONFLICT DO NOTHING", [player]);
  const { rows } = await tx.query<AllowListRow>(
    `SELECT is_on AS "isOn", off_from AS "offFrom" FROM payments.allow_lists WHERE player_id = $1 FOR UPDATE`,
    [player],
  );
  return rows[0] ?? { isOn: false, offFrom: null };
}

export async function allowListOf(on: Queryable, player: PlayerId): Promise<AllowListRow> {
  const { rows } = await on.query<AllowListRow>(
    `SELECT is_on AS "isOn", off_from AS "offFrom" FROM payments.allow_lists WHERE player_id = $1`,
    [player],
  );
  return rows[0] ?? { isOn: false, offFrom: null };
}

export async function setAllowList(tx: Tx, player: PlayerId, { isOn, offFrom }: AllowListRow): Promise<void> {
  await tx.query("UPDATE payments.allow_lists SET is_on = $2, off_from = $3 WHERE player_id = $1", [
    player,
    isOn,
    offFrom,
  ]);
}

export async function addressesOf(on: Queryable, player: PlayerId): Promise<readonly SavedAddressRow[]> {
  const { rows } = await on.query<SavedAddressRow>(
    `SELECT id, player_id AS "playerId", rail, token, address, name, added_at AS "addedAt", usable_from AS "usableFrom",
       (SELECT i.first_paid_at FROM payments.instruments i
        WHERE i.player_id = s.player_id AND i.provider = s.rail AND i.token = s.token
          AND EXISTS (SELECT FROM payments.instruments o
            WHERE o.player_id = i.player_id AND o.first_paid_at < i.first_paid_at)) AS "newSince"
     FROM payments.saved_addresses s WHERE player_id = $1 ORDER BY added_at DESC, id DESC`,
    [player],
  );
  return rows;
}

/** Saving an existing address renames it and keeps its time. */
export async function putAddress(tx: Tx, row: AddressRow): Promise<void> {
  await tx.query(
    `INSERT INTO payments.saved_addresses (id, player_id, rail, token, address, name, added_at, usable_from)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (player_id, rail, token) DO UPDATE SET name = excluded.name`,
    [row.id, row.playerId, row.rail, row.token, row.address, row.name, row.addedAt, row.usableFrom],
  );
}

export async function deleteAddress(tx: Tx, player: PlayerId, id: Uuid): Promise<boolean> {
  const { rowCount } = await tx.query("DELETE FROM payments.saved_addresses WHERE player_id = $1 AND id = $2", [
    player,
    id,
  ]);
  return rowCount > 0;
}

/** Deletes the address book of a closed account. */
export async function forgetBook(tx: Tx, player: PlayerId): Promise<void> {
  for (const table of ["saved_addresses", "allow_lists"])
    await tx.query(`DELETE FROM payments.${table} WHERE player_id = $1`, [player]);
}
