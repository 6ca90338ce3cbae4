import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { VerificationLevel } from "../shared/level.ts";

/** The player's verification level: by their statement, by accepted documents, and by which. */
export async function levelOf(db: Queryable, player: PlayerId): Promise<VerificationLevel> {
  const { rows } = await db.query<{ accepted: boolean; address: boolean; identity: boolean }>(
    `SELECT
       coalesce((SELECT status IN ('success', 'verified') FROM verification.cases WHERE player_id = $1), false) AS accepted,
       EXISTS (SELECT FROM verification.documents WHERE player_id = $1 AND kind = 'address') AS address,
       EXISTS (SELECT FROM verification.identities WHERE player_id = $1 AND standing IN ('stated', 'proved')) AS identity`,
    [player],
  );
  const known = rows[0];
  if (known?.accepted) return known.address ? 3 : 2;
  return known?.identity ? 1 : 0;
}
