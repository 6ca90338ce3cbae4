import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Role } from "../shared/permissions.ts";

/** Every SQL statement about operators; those about their sessions are in session-store.ts. */

export interface OperatorRow {
  readonly id: Uuid;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly passwordHash: string | null;
  readonly totpSecret: Uint8Array | null;
  readonly tries: number;
  readonly triesSince: Date;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
  /** Counts changes of factors, role and standing. */
  readonly version: number;
  readonly approvesFrom: Date | null;
  readonly lastLoginAt: Date | null;
  readonly lastLoginAddress: string | null;
}

const columns = `id, email, name, role, password_hash AS "passwordHash", totp_secret AS "totpSecret", tries,
  CASE WHEN tries_since = '-infinity' THEN created_at ELSE tries_since END AS "triesSince", disabled_at AS "disabledAt",
  created_at AS "createdAt",
  version, approves_from AS "approvesFrom", last_login_at AS "lastLoginAt", last_login_address AS "lastLoginAddress"`;

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

/** All operators, locked until the transaction ends: a decision about one may depend on the others. */
export async function lockOperators(tx: Tx): Promise<readonly OperatorRow[]> {
  const { rows } = await tx.query<OperatorRow>(`SELECT ${columns} FROM operators.operators ORDER BY id FOR UPDATE`);
  return rows;
}

/** Locked until the transaction ends: factors of one operator change one after another. */
export async function lockOperator(tx: Tx, id: Uuid): Promise<OperatorRow> {
  const { rows } = await tx.query<OperatorRow>(`SELECT ${columns} FROM operators.operators WHERE id = $1 FOR UPDATE`, [
    id,
  ]);
  return required(rows[0], "the operator exists");
}

export async function allOperators(db: Queryable): Promise<readonly OperatorRow[]> {
  const { rows } = await db.query<OperatorRow>(`SELECT ${columns} FROM operators.operators ORDER BY name, id`);
  return rows;
}

/** Operators by a part of the name, or by the whole email address. */
export async function operatorsLike(
  db: Queryable,
  text: string,
  limit: number,
): Promise<readonly Pick<OperatorRow, "id" | "name" | "role">[]> {
  const { rows } = await db.query<Pick<OperatorRow, "id" | "name" | "role">>(
    `SELECT id, name, role FROM operators.operators WHERE strpos(lower(name), lower($1)) > 0 OR email = lower($1)
     ORDER BY name, id LIMIT $2`,
    [text, limit],
  );
  return rows;
}

/** False when an operator has the email. */
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
 * Takes one of the tries at an operator's factors, before they are checked. False when there are none left: the account is locked until
 * `windowMs` after the first of them.
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

/** The try was right: it is not counted. */
export async function returnTry(db: Queryable, id: Uuid): Promise<void> {
  await db.query("UPDATE operators.operators SET tries = greatest(tries - 1, 0) WHERE id = $1", [id]);
}

export async function forgetTries(tx: Tx, id: Uuid): Promise<void> {
  await tx.query("UPDATE operators.operators SET tries = 0, tries_since = '-infinity' WHERE id = $1", [id]);
}

/** Consumes a time step of the app with this sealed secret, once, and none before it. False too if the app was replaced or removed meanwhile. */
export async function takeStep(tx: Tx, id: Uuid, { secret, step }: OperatorApp): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE operators.operators SET totp_step = $2 WHERE id = $1 AND totp_step < $2 AND totp_secret = $3",
    [id, step, secret],
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

/** `approvesFrom`: a new role cannot approve before then. */
export async function setRole(tx: Tx, id: Uuid, role: Role, now: Date, approvesFrom: Date): Promise<void> {
  await tx.query(
    `UPDATE operators.operators SET role = $2, approves_from = $4, version = version + 1,
       owner_since = CASE WHEN $2 = 'owner' AND password_hash IS NOT NULL THEN coalesce(owner_since, $3) ELSE owner_since END
     WHERE id = $1`,
    [id, role, now, approvesFrom],
  );
}

export async function setDisabled(tx: Tx, id: Uuid, at: Date | null): Promise<void> {
  await tx.query("UPDATE operators.operators SET disabled_at = $2, version = version + 1 WHERE id = $1", [id, at]);
}

/** An inviter, also of a repeated invitation, and the invited operator cannot approve each other's requests. */
export async function noteInviter(tx: Tx, id: Uuid, inviter: Uuid): Promise<void> {
  await tx.query(
    "UPDATE operators.operators SET inviters = inviters || $2::uuid WHERE id = $1 AND NOT $2::uuid = ANY(inviters)",
    [id, inviter],
  );
}

/** Starts the time in which an operator cannot approve; a later end of a running one stays. */
export async function delayApprovals(tx: Tx, id: Uuid, approvesFrom: Date): Promise<void> {
  await tx.query("UPDATE operators.operators SET approves_from = greatest(approves_from, $2) WHERE id = $1", [
    id,
    approvesFrom,
  ]);
}

/** An authenticator app: its sealed secret, and the time step of the last code that was taken. */
export interface OperatorApp {
  readonly secret: Uint8Array;
  readonly step: number;
}

/** `app`: null for an operator who has a passkey instead. */
export interface NewFactors {
  readonly passwordHash: string;
  readonly app: OperatorApp | null;
}

/** Replaces all factors, passkeys included; with none the operator cannot sign in. */
export async function setFactors(tx: Tx, id: Uuid, factors: NewFactors | null, now: Date): Promise<void> {
  await tx.query("DELETE FROM operators.passkeys WHERE operator_id = $1", [id]);
  await tx.query(
    `UPDATE operators.operators SET password_hash = $2, totp_secret = $3, totp_step = $4, password_changed_at = $5,
       version = version + 1,
       owner_since = CASE WHEN role = 'owner' AND $2::text IS NOT NULL THEN coalesce(owner_since, $5) ELSE owner_since END
     WHERE id = $1`,
    [id, factors?.passwordHash ?? null, factors?.app?.secret ?? null, factors?.app?.step ?? 0, now],
  );
}

/** Adds, replaces or removes the app alone. The version stays: no operator ends a request about themselves by changing a factor. */
export async function setApp(tx: Tx, id: Uuid, app: OperatorApp | null): Promise<void> {
  await tx.query("UPDATE operators.operators SET totp_secret = $2, totp_step = $3 WHERE id = $1", [
    id,
    app?.secret ?? null,
    app?.step ?? 0,
  ]);
}

export interface InvitationRow {
  readonly operatorId: Uuid;
  readonly totpSecret: Uint8Array;
  readonly installs: boolean;
}

/** Replaces a former one. */
export async function putInvitation(
  tx: Tx,
  invitation: { operator: Uuid; hash: Uint8Array; secret: Uint8Array; expiresAt: Date; installs: boolean },
): Promise<void> {
  await tx.query(
    `INSERT INTO operators.invitations (operator_id, token_hash, totp_secret, expires_at, installs) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (operator_id) DO UPDATE SET token_hash = $2, totp_secret = $3, expires_at = $4, installs = $5`,
    [invitation.operator, invitation.hash, invitation.secret, invitation.expiresAt, invitation.installs],
  );
}

export async function invitationOf(db: Queryable, hash: Uint8Array, now: Date): Promise<InvitationRow | undefined> {
  const { rows } = await db.query<InvitationRow>(
    `SELECT operator_id AS "operatorId", totp_secret AS "totpSecret", installs FROM operators.invitations
    WHERE token_hash = $1 AND expires_at > $2`,
    [hash, now],
  );
  return rows[0];
}

/** Uses it up; false when it no longer exists. */
export async function takeInvitation(tx: Tx, hash: Uint8Array, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query("DELETE FROM operators.invitations WHERE token_hash = $1 AND expires_at > $2", [
    hash,
    now,
  ]);
  return rowCount > 0;
}

/** Owners that are not disabled and can sign in, or have a valid invitation; without the given email's. */
export async function countOwnersBeside(tx: Tx, email: string, now: Date): Promise<number> {
  const { rows } = await tx.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM operators.operators o
     WHERE role = 'owner' AND disabled_at IS NULL AND email <> lower($1) AND (password_hash IS NOT NULL
       OR EXISTS (SELECT 1 FROM operators.invitations i WHERE i.operator_id = o.id AND i.expires_at > $2))`,
    [email, now],
  );
  return rows[0]?.n ?? 0;
}

/** How many operators have ever been owners with factors of their own. */
export async function countOwnersEver(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM operators.operators WHERE owner_since IS NOT NULL",
  );
  return rows[0]?.n ?? 0;
}
