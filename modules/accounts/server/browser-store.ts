import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Contact } from "./contact.ts";
import { keyColumn } from "./contact-store.ts";

/** Every SQL statement about known browsers. */

/** Adds a browser to a player's, and drops the least recently seen beyond `most`. */
export async function putKnownBrowser(
  tx: Tx,
  player: PlayerId,
  browser: Uint8Array,
  { most, now }: { readonly most: number; readonly now: Date },
): Promise<{ readonly isNew: boolean }> {
  const { rows } = await tx.query<{ isNew: boolean }>(
    `INSERT INTO accounts.known_browsers (player_id, browser, known_since, seen_at) VALUES ($1, $2, $3, $3)
     ON CONFLICT (player_id, browser) DO UPDATE SET seen_at = $3 RETURNING xmax = 0 AS "isNew"`,
    [player, browser, now],
  );
  await tx.query(
    `DELETE FROM accounts.known_browsers WHERE player_id = $1 AND browser IN
       (SELECT browser FROM accounts.known_browsers WHERE player_id = $1 ORDER BY seen_at DESC, browser OFFSET $2)`,
    [player, most],
  );
  return { isNew: rows[0]?.isNew === true };
}

/** Whether the player who has a contact has opened a session in this browser. One query, whether an account has the contact or not. */
export async function isKnownBrowser(
  db: Queryable,
  { kind, key }: Pick<Contact, "kind" | "key">,
  browser: Uint8Array,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT 1 FROM accounts.players p JOIN accounts.known_browsers k ON k.player_id = p.id
     WHERE p.${keyColumn[kind]} = $1 AND k.browser = $2`,
    [key, browser],
  );
  return rowCount > 0;
}

export async function deleteKnownBrowsers(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("DELETE FROM accounts.known_browsers WHERE player_id = $1", [player]);
}

export async function sweepKnownBrowsers(db: Queryable, unseenSince: Date): Promise<void> {
  await db.query("DELETE FROM accounts.known_browsers WHERE seen_at <= $1", [unseenSince]);
}
