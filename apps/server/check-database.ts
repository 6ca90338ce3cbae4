import type { Queryable } from "#kit/db/db.ts";
import type { Config } from "#kit/host/config.ts";

const needed = ["fsync", "synchronous_commit", "full_page_writes"];

/**
 * A confirmed bet must survive a power failure. In production the server therefore refuses a database without durable
 * commits; elsewhere it only warns, see the returned sentence.
 */
export async function checkDatabase(db: Queryable, mode: Config["MODE"]): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>(
    "SELECT name FROM pg_settings WHERE name = ANY($1) AND setting = 'off' ORDER BY name",
    [needed],
  );
  if (rows.length === 0) return undefined;
  const names = rows.map(row => row.name).join(", ");
  const sentence = `PostgreSQL runs with ${names} off, so it may lose confirmed bets. Switch that on.`;
  if (mode === "production") throw new Error(sentence);
  return sentence;
}
