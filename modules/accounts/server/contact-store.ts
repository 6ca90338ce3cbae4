import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Contact, ContactKind } from "./contact.ts";

/** Every SQL statement about the contacts of players. */

export const keyColumn = { email: "email_key", phone: "phone" } as const;

export interface HolderRow {
  readonly id: PlayerId;
  /** As the player wrote it. */
  readonly address: string;
  readonly verified: boolean;
  readonly passwordHash: string | null;
}

/** The account of a contact, and the hash of its password if there is one. */
export async function holderOf(
  db: Queryable,
  { kind, key }: Pick<Contact, "kind" | "key">,
): Promise<HolderRow | undefined> {
  const { rows } = await db.query<HolderRow>(
    `SELECT p.id, p.${kind} AS address, p.${kind}_verified AS verified, c.password_hash AS "passwordHash"
     FROM accounts.players p LEFT JOIN accounts.credentials c ON c.player_id = p.id
     WHERE p.${keyColumn[kind]} = $1`,
    [key],
  );
  return rows[0];
}

export async function isContactTaken(db: Queryable, { kind, key }: Contact): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT 1 FROM accounts.players WHERE ${keyColumn[kind]} = $1`, [key]);
  return rowCount > 0;
}

export interface OwnContacts {
  readonly email: string | null;
  readonly emailKey: string | null;
  readonly emailVerified: boolean;
  readonly phone: string | null;
  readonly phoneVerified: boolean;
  readonly locale: Locale | null;
}

/** A player's contacts, locked until the transaction ends. */
export async function lockContacts(tx: Tx, player: PlayerId): Promise<OwnContacts | undefined> {
  const { rows } = await tx.query<OwnContacts>(
    `SELECT email, email_key AS "emailKey", email_verified AS "emailVerified", phone, phone_verified AS "phoneVerified",
      locale FROM accounts.players WHERE id = $1 FOR UPDATE`,
    [player],
  );
  return rows[0];
}

/** Gives the player a contact that they have confirmed. */
export async function setContact(tx: Tx, player: PlayerId, contact: Contact): Promise<void> {
  if (contact.kind === "email")
    await tx.query("UPDATE accounts.players SET email = $2, email_key = $3, email_verified = true WHERE id = $1", [
      player,
      contact.address,
      contact.key,
    ]);
  else
    await tx.query("UPDATE accounts.players SET phone = $2, phone_verified = true WHERE id = $1", [
      player,
      contact.key,
    ]);
}

/** Removes a contact from a player who never confirmed it. */
export async function dropContact(tx: Tx, player: PlayerId, kind: ContactKind): Promise<void> {
  const key = kind === "email" ? ", email_key = NULL" : "";
  await tx.query(`UPDATE accounts.players SET ${kind} = NULL${key}, ${kind}_verified = false WHERE id = $1`, [player]);
}
