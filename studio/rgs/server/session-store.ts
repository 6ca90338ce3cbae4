import type { Db, Queryable } from "#kit/db/db.ts";
import type { Launch } from "./launch-store.ts";

export interface SessionRow extends Omit<Launch, "launch"> {
  readonly walletSession: string | null;
  readonly endedAt: Date | null;
}

export type NewSession = Omit<SessionRow, "endedAt">;

/** Ends older sessions of the player at the game; demos have no player. */
export async function insertSession(db: Db, tokenHash: Uint8Array, session: NewSession, at: Date): Promise<void> {
  const { casino, player, game } = session;
  await db.tx(async tx => {
    if (player !== null) {
      await tx.query(
        "UPDATE rgs.sessions SET ended_at = $4 WHERE casino = $1 AND player = $2 AND game = $3 AND ended_at IS NULL",
        [casino, player, game, at],
      );
    }
    await tx.query(
      `INSERT INTO rgs.sessions (token_hash, casino, game, mode, player, nick, wallet_session, currency, locale, profile, opened_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        tokenHash,
        casino,
        game,
        session.mode,
        player,
        session.nick,
        session.walletSession,
        session.currency,
        session.locale,
        session.profile,
        at,
      ],
    );
  });
}

export async function sessionOf(on: Queryable, tokenHash: Uint8Array): Promise<SessionRow | undefined> {
  const { rows } = await on.query<SessionRow>(
    `SELECT casino, game, mode, player, nick, wallet_session AS "walletSession", currency, locale, profile,
      ended_at AS "endedAt"
     FROM rgs.sessions WHERE token_hash = $1`,
    [tokenHash],
    "rgs-session",
  );
  return rows[0];
}

export async function endSession(on: Queryable, casino: number, walletSession: string, at: Date): Promise<void> {
  await on.query("UPDATE rgs.sessions SET ended_at = $3 WHERE wallet_session = $1 AND casino = $2", [
    walletSession,
    casino,
    at,
  ]);
}
