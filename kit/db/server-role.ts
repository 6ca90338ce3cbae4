import { createHmac } from "node:crypto";
import type { Queryable, Tx } from "./db.ts";

/** The database role of the server: it may read and write rows, but not create or alter tables, and only insert into append-only ones. */
export interface ServerRole {
  readonly name: string;
  readonly password: string;
  /** The address of the database under this role. */
  readonly url: string;
}

/** Every process with the same secret uses the same role; each database has its own role. */
export function serverRole(ownerUrl: string, secret: string): ServerRole {
  const url = new URL(ownerUrl);
  const database = decodeURIComponent(url.pathname.slice(1)) || "postgres";
  const name = `${database.replaceAll(/[^a-z0-9_]/gi, "_").toLowerCase()}_server`.slice(-63);
  const password = createHmac("sha256", secret).update(`password of ${name}`).digest("hex");
  url.username = name;
  url.password = password;
  return { name, password, url: url.href };
}

/** Whether the owner may create roles; if not, the server runs with the owner's privileges. */
export async function mayMakeRoles(owner: Queryable): Promise<boolean> {
  const { rows } = await owner.query<{ may: boolean }>(
    "SELECT rolsuper OR rolcreaterole AS may FROM pg_roles WHERE rolname = current_user",
  );
  return rows[0]?.may === true;
}

/** One process at a time. */
const grantLock = 7_311_202n;

/** Creates the role, or resets its password. Run by the owner before any sign-in with it. */
export async function makeServerRole(tx: Tx, { name, password }: ServerRole): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [grantLock]);
  const { rows: there } = await tx.query("SELECT FROM pg_roles WHERE rolname = $1", [name]);
  // Both are letters, digits and underscores: no quoting required.
  // A new role has no other privileges; revoking them from an existing role takes a superuser.
  await tx.query(`${there.length > 0 ? "ALTER" : "CREATE"} ROLE "${name}" WITH LOGIN PASSWORD '${password}'`);
}

/**
 * Grants the role a server's privileges on all existing tables: full access to rows, and read and insert only on append-only
 * tables. Run by the owner at each start, after the migrations.
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

/** The tables whose triggers refuse updates and deletes, partitions included. */
async function addedToOnly(tx: Tx): Promise<readonly string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname = 'append_only'`,
  );
  return rows.map(row => row.name);
}

/** The queue's tables have row-level security for every role but their owner. */
async function openGuardedRows(tx: Tx, role: string): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE relrowsecurity AND relkind IN ('r', 'p')
       AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid AND polname = $1)`,
    [`${role}_all`],
  );
  for (const { name } of rows)
    await tx.query(`CREATE POLICY "${role}_all" ON ${name} TO "${role}" USING (true) WITH CHECK (true)`);
}
