import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Role } from "../shared/permissions.ts";

/** Every SQL statement about operators; those about their sessions are in session-store.ts. */

export interface OperatorRow {
  readonly id: Uuid;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly password_hash: string | null;
  readonly totp_secret: Uint8Array | null;
  readonly tries: number;
  readonly tries_since: Date;
  readonly disabled_at: Date | null;
  readonly created_at: Date;
  readonly last_login_at: Date | null;
  readonly last_login_address: string | null;
}

const columns = `id, email, name, role, password_hash, totp_secret, tries,
  CASE WHEN tries_since = '-infinity' THEN created_at ELSE tries_since END AS tries_since, disabled_at, created_at,
  last_login_at, last_login_address`;

export async function operatorByEmail(db: Queryable, email: string): Promise<OperatorRow | undefined> {
  const { rows } = await db.query<OperatorRow>(`SELECT ${columns} FROM operators.operators WHERE email = lower($1)`, [
    email,
  ]);
  return rows[0];
}

export async function operatorById(db: Queryable, id: Uuid): Promise<OperatorRow | undefined> {
  const { rows } = await db.query<OperatorRow>(`SELECT ${columns} FROM operators.operators WHERE id = $1`, [id]);
  return rows[0];
}

/** All of them, held until the transaction ends: what is decided about one may depend on the others. */
export async function lockOperators(tx: Tx): Promise<readonly OperatorRow[]> {
  const { rows } = await tx.query<OperatorRow>(`SELECT ${columns} FROM operators.operators ORDER BY id FOR UPDATE`);
  return rows;
}

export async function allOperators(db: Queryable): Promise<readonly OperatorRow[]> {
  const { rows } = await db.query<OperatorRow>(`SELECT ${columns} FROM operators.operators ORDER BY name, id`);
  return rows;
}

/** False when the e-mail is somebody's. */
export async function insertOperator(
  tx: Tx,
  operator: { id: Uuid; email: string; name: string; role: Role; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO operators.operators (id, email, name, role, created_at) VALUES ($1, lower($2), $3, $4, $5)
     ON CONFLICT (email) DO NOTHING`,
    [operator.id, operator.email, operator.name, operator.role, operator.now],
  );
  return rowCount > 0;
}

/**
 * Takes one of the tries at an operator's factors, before what was given is looked at. False when there are none left:
 * the account is locked until `windowMs` after the first of them.
 */
export async function takeTry(db: Queryable, id: Uuid, now: Date, most: number, windowMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE operators.operators SET
       tries = CASE WHEN tries_since <= $3 THEN 1 ELSE tries + 1 END,
       tries_since = CASE WHEN tries_since <= $3 THEN $2 ELSE tries_since END
     WHERE id = $1 AND (tries < $4 OR tries_since <= $3)`,
    [id, now, new Date(now.getTime() - windowMs), most],
  );
  return rowCount > 0;
}

/** The try was right: it does not count. */
export async function giveTryBack(db: Queryable, id: Uuid): Promise<void> {
  await db.query("UPDATE operators.operators SET tries = greatest(tries - 1, 0) WHERE id = $1", [id]);
}

export async function forgetTries(tx: Tx, id: Uuid): Promise<void> {
  await tx.query("UPDATE operators.operators SET tries = 0, tries_since = '-infinity' WHERE id = $1", [id]);
}

/** Takes a time step of the app, once, and none before it. */
export async function takeStep(tx: Tx, id: Uuid, step: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE operators.operators SET totp_step = $2 WHERE id = $1 AND totp_step < $2",
    [id, step],
  );
  return rowCount > 0;
}

export async function noteLogin(tx: Tx, id: Uuid, now: Date, address: string): Promise<void> {
  await tx.query("UPDATE operators.operators SET last_login_at = $2, last_login_address = $3 WHERE id = $1", [
    id,
    now,
    address,
  ]);
}

export async function setRole(tx: Tx, id: Uuid, role: Role): Promise<void> {
  await tx.query("UPDATE operators.operators SET role = $2 WHERE id = $1", [id, role]);
}

export async function setDisabled(tx: Tx, id: Uuid, at: Date | null): Promise<void> {
  await tx.query("UPDATE operators.operators SET disabled_at = $2 WHERE id = $1", [id, at]);
}

export async function setFactors(
  tx: Tx,
  id: Uuid,
  factors: { password_hash: string; totp_secret: Uint8Array; step: number } | null,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE operators.operators SET password_hash = $2, totp_secret = $3, totp_step = $4, password_changed_at = $5 WHERE id = $1`,
    [id, factors?.password_hash ?? null, factors?.totp_secret ?? null, factors?.step ?? 0, now],
  );
}

export interface InvitationRow {
  readonly operator_id: Uuid;
  readonly totp_secret: Uint8Array;
}

/** Replaces a former one. */
export async function putInvitation(
  tx: Tx,
  invitation: { operator: Uuid; hash: Uint8Array; secret: Uint8Array; expiresAt: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO operators.invitations (operator_id, token_hash, totp_secret, expires_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (operator_id) DO UPDATE SET token_hash = $2, totp_secret = $3, expires_at = $4`,
    [invitation.operator, invitation.hash, invitation.secret, invitation.expiresAt],
  );
}

export async function invitationOf(db: Queryable, hash: Uint8Array, now: Date): Promise<InvitationRow | undefined> {
  const { rows } = await db.query<InvitationRow>(
    "SELECT operator_id, totp_secret FROM operators.invitations WHERE token_hash = $1 AND expires_at > $2",
    [hash, now],
  );
  return rows[0];
}

/** Uses it up; false when it is gone already. */
export async function takeInvitation(tx: Tx, hash: Uint8Array, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query("DELETE FROM operators.invitations WHERE token_hash = $1 AND expires_at > $2", [
    hash,
    now,
  ]);
  return rowCount > 0;
}
