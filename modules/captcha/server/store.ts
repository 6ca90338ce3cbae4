import type { Queryable } from "#kit/db/db.ts";

/** Every SQL statement of captcha. */

/** Uses a solution; false when it was used before, also by a concurrent call. */
export async function takeSolution(db: Queryable, hash: Uint8Array, until: Date): Promise<boolean> {
  const { rowCount } = await db.query("INSERT INTO captcha.used (hash, until) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
    hash,
    until,
  ]);
  return rowCount === 1;
}

export interface Attempt {
  readonly what: string;
  /** The key it is counted under: an address, or another limit. */
  readonly address: string;
  readonly now: Date;
  readonly windowMs: number;
}

/** The number of attempts in the current window. */
export async function attemptsSince(db: Queryable, { what, address, now, windowMs }: Attempt): Promise<number> {
  const { rows } = await db.query<{ attempts: number }>(
    "SELECT attempts FROM captcha.crowds WHERE what = $1 AND address = $2 AND since > $3",
    [what, address, new Date(now.getTime() - windowMs)],
  );
  return rows[0]?.attempts ?? 0;
}

/** Counts one more attempt of an address and returns the number since its window began. */
export async function countAttempt(db: Queryable, { what, address, now, windowMs }: Attempt): Promise<number> {
  const { rows } = await db.query<{ attempts: number }>(
    `INSERT INTO captcha.crowds AS c (what, address, attempts, since) VALUES ($1, $2, 1, $3)
     ON CONFLICT (what, address) DO UPDATE SET
       attempts = CASE WHEN c.since <= $4 THEN 1 ELSE c.attempts + 1 END,
       since = CASE WHEN c.since <= $4 THEN $3 ELSE c.since END
     RETURNING attempts`,
    [what, address, now, new Date(now.getTime() - windowMs)],
  );
  return rows[0]?.attempts ?? 1;
}

/** Deletes expired rows. */
export async function sweep(db: Queryable, now: Date, windowMs: number): Promise<void> {
  await db.query("DELETE FROM captcha.used WHERE until <= $1", [now]);
  await db.query("DELETE FROM captcha.crowds WHERE since <= $1", [new Date(now.getTime() - windowMs)]);
}
