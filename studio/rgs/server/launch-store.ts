import type { Queryable } from "#kit/db/db.ts";
import type { Currency } from "#studio/engine/shared/types.ts";
import type { Profile } from "./wire.ts";

/** What a casino asked to open. */
export interface Launch {
  readonly casino: number;
  readonly game: string;
  readonly mode: "demo" | "play";
  readonly player: string | null;
  readonly nick: string | null;
  readonly currency: Currency;
  readonly locale: string;
  readonly profile: Profile;
  /** The casino's own token; only in a launch for money. */
  readonly launch: string | null;
}

export interface NewLaunch extends Launch {
  readonly parentOrigin: string;
}

const launchLifeMs = 60_000;

export async function insertLaunch(on: Queryable, tokenHash: Uint8Array, launch: NewLaunch, at: Date): Promise<void> {
  await on.query(
    `INSERT INTO rgs.launches (token_hash, casino, game, mode, player, nick, currency, locale, profile, parent_origin, launch, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      tokenHash,
      launch.casino,
      launch.game,
      launch.mode,
      launch.player,
      launch.nick,
      launch.currency,
      launch.locale,
      launch.profile,
      launch.parentOrigin,
      launch.launch,
      at,
    ],
  );
}

/** Uses the launch up and deletes the casino's token; `used` and `expired` when it can't be used. */
export async function takeLaunch(
  on: Queryable,
  tokenHash: Uint8Array,
  nowMs: number,
): Promise<Launch | "used" | "expired"> {
  const { rows } = await on.query<Launch>(
    `WITH old AS (SELECT token_hash, launch FROM rgs.launches WHERE token_hash = $1 FOR UPDATE)
     UPDATE rgs.launches l SET used_at = $2, launch = NULL FROM old
     WHERE l.token_hash = old.token_hash AND l.used_at IS NULL AND l.created_at > $3
     RETURNING l.casino, l.game, l.mode, l.player, l.nick, l.currency, l.locale, l.profile, old.launch`,
    [tokenHash, new Date(nowMs), new Date(nowMs - launchLifeMs)],
  );
  if (rows[0]) return rows[0];
  const { rowCount } = await on.query("SELECT FROM rgs.launches WHERE token_hash = $1 AND used_at IS NOT NULL", [
    tokenHash,
  ]);
  return rowCount > 0 ? "used" : "expired";
}
