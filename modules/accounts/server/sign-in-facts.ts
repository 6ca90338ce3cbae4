import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";

/** A player's credentials. */
export interface SignInFacts {
  readonly hasPassword: boolean;
  /** Whether codes and links reach the player. */
  readonly hasContact: boolean;
  /** When the given session was opened; null without one. */
  readonly openedAt: Date | null;
}

export async function signInFacts(db: Queryable, player: PlayerId, session?: Uuid): Promise<SignInFacts> {
  const { rows } = await db.query<SignInFacts>(
    `SELECT EXISTS (SELECT FROM accounts.credentials WHERE player_id = $1) AS "hasPassword",
            EXISTS (SELECT FROM accounts.players WHERE id = $1 AND (email IS NOT NULL OR phone IS NOT NULL)) AS "hasContact",
            (SELECT created_at FROM accounts.sessions WHERE id = $2 AND player_id = $1) AS "openedAt"`,
    [player, session ?? null],
  );
  return required(rows[0], "one row");
}
