import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** Terms that a player accepted before policies had versions of their own (`modules/content`), for the copy of their data. */
export async function agreementsOf(db: Queryable, player: PlayerId) {
  const { rows } = await db.query<{ version: string; agreedAt: Date }>(
    `SELECT version, agreed_at AS "agreedAt" FROM accounts.agreements WHERE player_id = $1 ORDER BY agreed_at`,
    [player],
  );
  return rows;
}
