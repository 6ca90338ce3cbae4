import { createHmac } from "node:crypto";
import type { Queryable, Tx } from "./db.ts";

/** What the server signs in with: a role that may read and write rows, and neither make nor change tables, nor touch what is only ever added to. */
export interface ServerRole {
  readonly name: string;
  readonly password: string;
  /** The address of the database under this role. */
  readonly url: string;
}

/** Every process with the same secret has the same role; each database has one of its own. */
export function serverRole(ownerUrl: string, secret: string): ServerRole {
  const url = new URL(ownerUrl);
  const database = decodeURIComponent(url.pathname.slice(1)) || "postgres";
  const name = `${database.replaceAll(/[^a-z0-9_]/gi, "_").toLowerCase()}_server`.slice(-63);
  const password = createHmac("sha256", secret).update(`password of ${name}`).digest("hex");
  url.username = name;
  url.password = password;
  return { name, password, url: url.href };
}

/** Whether the owner may make roles at all; where he may not, the server has to work with his rights. */
export async function mayMakeRoles(owner: Queryable): Promise<boolean> {
  const { rows } = await owner.query<{ may: boolean }>(
    "SELECT rolsuper OR rolcreaterole AS may FROM pg_roles WHERE rolname = current_user",
  );
  return rows[0]?.may === true;
}

/** One process at a time. */
const grantLock = 7_311_202n;

/** Makes the role, or gives it its password again. Run by the owner before anybody signs in with it. */
export async function makeServerRole(tx: Tx, { name, password }: ServerRole): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [grantLock]);
  const { rows: there } = await tx.query("SELECT FROM pg_roles WHERE rolname = $1", [name]);
  // Both are letters, digits and underscores: nothing that would have to be quoted.
  // A new role has no other right; to say so of one that is there takes a superuser.
  await tx.query(`${there.length > 0 ? "ALTER" : "CREATE"} ROLE "${name}" WITH LOGIN PASSWORD '${password}'`);
}

/**
 * Gives the role the rights of a server over every table there is: rows of all but what is only ever added to, which it may read and
 * add to. Run by the owner at each start, after the migrations.
 */
export async function grantServerRole(tx: Tx, { name }: ServerRole): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [grantLock]);
  const { rows: schemas } = await tx.query<{ schema: string }>(
    `SELECT quote_ident(nspname) AS schema FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'`,
  );
  for (const { schema } of schemas) {
    await tx.query(`REVOKE CREATE ON SCHEMA ${schema} FROM "${name}"`);
    await tx.query(`GRANT USAGE ON SCHEMA ${schema} TO "${name}"`);
    await tx.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO "${name}"`);
    await tx.query(`GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA ${schema} TO "${name}"`);
  }
  for (const each of await addedToOnly(tx)) await tx.query(`REVOKE UPDATE, DELETE, TRUNCATE ON ${each} FROM "${name}"`);
  await tx.query(`REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON kit.migrations FROM "${name}"`);
  await openGuardedRows(tx, name);
}

/** The tables whose own triggers refuse a change, partitions included. */
async function addedToOnly(tx: Tx): Promise<readonly string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname = 'append_only'`,
  );
  return rows.map(row => row.name);
}

/** The queue's tables are guarded row by row against everybody but their owner. */
async function openGuardedRows(tx: Tx, role: string): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE relrowsecurity AND relkind IN ('r', 'p')
       AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid AND polname = $1)`,
    [`${role}_all`],
  );
  for (const { name } of rows)
    await tx.query(`CREATE POLICY "${role}_all" ON ${name} TO "${role}" USING (true) WITH CHECK (true)`);
}
