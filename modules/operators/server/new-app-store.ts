import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";

/** Every SQL statement about apps that operators are adding. */

/** Replaces a former one. */
export async function putNewApp(
  db: Queryable,
  app: { readonly operator: Uuid; readonly session: Uuid; readonly secret: Uint8Array; readonly expiresAt: Date },
): Promise<void> {
  await db.query(
    `INSERT INTO operators.new_apps (operator_id, session_id, totp_secret, expires_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (operator_id) DO UPDATE SET session_id = $2, totp_secret = $3, expires_at = $4`,
    [app.operator, app.session, app.secret, app.expiresAt],
  );
}

/** The sealed secret of the app that this session is adding. */
export async function newAppOf(
  tx: Tx,
  { operator, session, now }: { readonly operator: Uuid; readonly session: Uuid; readonly now: Date },
): Promise<Uint8Array | undefined> {
  const { rows } = await tx.query<{ secret: Uint8Array }>(
    "SELECT totp_secret AS secret FROM operators.new_apps WHERE operator_id = $1 AND session_id = $2 AND expires_at > $3",
    [operator, session, now],
  );
  return rows[0]?.secret;
}

export async function deleteNewApp(tx: Tx, operator: Uuid): Promise<void> {
  await tx.query("DELETE FROM operators.new_apps WHERE operator_id = $1", [operator]);
}

export async function sweepNewApps(db: Queryable, now: Date): Promise<void> {
  await db.query("DELETE FROM operators.new_apps WHERE expires_at <= $1", [now]);
}
