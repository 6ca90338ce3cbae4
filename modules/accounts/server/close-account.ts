import type { Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { deleteKnownBrowsers } from "./browser-store.ts";
import { forgetLogins } from "./login-store.ts";
import type { Sessions } from "./sessions.ts";

/** What accounts does when one is closed: no sign-in, no contacts, no personal data in feeds. */
export async function closeOwnAccount(tx: Tx, sessions: Sessions, player: PlayerId, now: Date): Promise<void> {
  await tx.query(
    `UPDATE accounts.players SET closed_at = $2, email = NULL, email_key = NULL, email_verified = false,
       phone = NULL, phone_verified = false,
       is_avatar_hidden = true, is_statistics_hidden = true
     WHERE id = $1 AND closed_at IS NULL`,
    [player, now],
  );
  await tx.query("DELETE FROM accounts.credentials WHERE player_id = $1", [player]);
  await forgetLogins(tx, player);
  await deleteKnownBrowsers(tx, player);
  await sessions.endAll(tx, player, null, "logout");
  await sessions.playerChanged(tx, player);
}

/** What closing retains: where and with what the player signed in, and what operators wrote down about them. */
export async function erasePerson(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("DELETE FROM accounts.mentions WHERE player_id = $1", [player]);
  await tx.query("DELETE FROM accounts.notes WHERE player_id = $1", [player]);
  await tx.query("DELETE FROM accounts.tags WHERE player_id = $1", [player]);
  await tx.query("DELETE FROM accounts.sessions WHERE player_id = $1", [player]);
  await tx.query(
    `UPDATE accounts.players SET locale = NULL, timezone = NULL, lock_reason = CASE WHEN locked_at IS NULL THEN NULL ELSE '' END
     WHERE id = $1`,
    [player],
  );
}
