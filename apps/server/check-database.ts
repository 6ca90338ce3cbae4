import type { Queryable } from "#kit/db/db.ts";
import type { Config } from "#kit/host/config.ts";

const needed = ["fsync", "synchronous_commit", "full_page_writes"];

/**
 * A confirmed bet must survive a power failure. In production the server therefore refuses a database without durable
 * commits; elsewhere it only warns, see the returned sentence.
 */
export async function checkDatabase(db: Queryable, mode: Config["MODE"]): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT name FROM pg_settings WHERE name = ANY($1) AND (setting = 'off' OR name = 'synchronous_commit' AND setting = 'local' AND
       (SELECT setting FROM pg_settings WHERE name = 'synchronous_standby_names') <> '') ORDER BY name`,
    [needed],
  );
  if (rows.length === 0) return undefined;
  const names = rows.map(row => row.name).join(", ");
  const sentence = `PostgreSQL runs with ${names} off, so it may lose confirmed bets. Switch that on.`;
  if (mode === "production") throw new Error(sentence);
  return sentence;
}

/** Everything the server does begins with a write. */
export async function requirePrimary(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ isStandby: boolean; readOnly: string }>(
    `SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') AS "readOnly"`,
  );
  if (rows[0]?.isStandby) throw new Error("DATABASE_URL is a standby, which takes no bets: name the primary.");
  if (rows[0]?.readOnly === "on")
    throw new Error(
      "The database of DATABASE_URL only reads (default_transaction_read_only is on), so it takes no bets: name the primary, or turn that off.",
    );
}
