import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Badge, Category, GameKind, GameState, PictureName, StateReason, Volatility } from "../shared/facts.ts";
import type { GameRules } from "../shared/manifest.ts";

/** What players' calls ask of the database. */

export interface GameRow {
  readonly id: string;
  readonly kind: GameKind;
  readonly slug: string;
  readonly title: string;
  readonly titleRu: string;
  readonly titleKk: string;
  readonly providerId: string;
  readonly providerTitle: string;
  /** Hundredths of a percent. */
  readonly rtp: number | null;
  readonly modes: readonly { readonly mode: string; readonly rtp: number; readonly buy: string | null }[];
  readonly volatility: Volatility | null;
  /** Hundredths of a percent. */
  readonly hitRate: number | null;
  readonly maxWin: number | null;
  readonly maxWinOdds: bigint | null;
  readonly lines: number | null;
  readonly ways: number | null;
  /** Major units, rising, by currency. */
  readonly stakes: Readonly<Record<string, readonly string[]>>;
  readonly limits: Readonly<Record<string, { readonly min: string; readonly max: string }>>;
  readonly hasDemo: boolean;
  readonly hasPhone: boolean;
  readonly hasJackpot: boolean;
  readonly categories: readonly Category[];
  readonly tags: readonly string[];
  readonly art: Readonly<Partial<Record<PictureName, string>>>;
  readonly maths: string | null;
  readonly addedAt: Date;
  /** The catalogue had opened before it was added. */
  readonly isLater: boolean;
  readonly rank: number | null;
  readonly badge: Badge | null;
  readonly countries: readonly string[] | null;
  readonly blockedCountries: readonly string[];
  readonly currencies: readonly string[] | null;
  readonly profiles: readonly string[] | null;
  readonly state: GameState;
  readonly stateReason: StateReason | null;
  readonly maintenanceUntil: Date | null;
  readonly players7d: number;
}

/** Whether a game came later than the first day of the catalogue: none of those it opened with is new. */
const isLater = "g.added_at >= (SELECT min(first.added_at) + interval '1 day' FROM catalogue.games first)";

/** Columns selected from {@link games}. */
export const columns = `g.id, g.kind, g.slug, g.title, g.title_ru AS "titleRu", g.title_kk AS "titleKk", g.provider_id AS "providerId",
  p.title AS "providerTitle", g.rtp, g.modes,
  g.volatility, g.hit_rate AS "hitRate", g.max_win AS "maxWin", g.max_win_odds AS "maxWinOdds", g.lines, g.ways, g.stakes,
  g.limits, g.has_demo AS "hasDemo", g.has_phone AS "hasPhone", g.has_jackpot AS "hasJackpot",
  g.categories, g.tags, g.art, g.maths, g.added_at AS "addedAt", ${isLater} AS "isLater", g.rank, g.badge, g.countries,
  g.blocked_countries AS "blockedCountries", g.currencies, g.profiles,
  g.state, g.state_reason AS "stateReason", g.maintenance_until AS "maintenanceUntil", g.players_7d AS "players7d"`;
export const games = "catalogue.games g JOIN catalogue.providers p ON p.id = g.provider_id";

/** Where and with what somebody would play; what is null decides nothing, but an unknown country is in no list of countries. */
export interface Offer {
  readonly country: string | null;
  readonly currency: string | null;
  readonly profile: string;
}

/** A game that lists may show, with its titles and its provider as the search compares them. */
export type ListedRow = GameRow & { readonly search: string };

/** Grows with each transaction that changes a game or a provider. */
export async function versionOf(db: Queryable): Promise<bigint> {
  const { rows } = await db.query<{ number: bigint }>("SELECT number FROM catalogue.version", [], "catalogue-version");
  return rows[0]?.number ?? 0n;
}

export async function listedRows(db: Queryable): Promise<readonly ListedRow[]> {
  const { rows } = await db.query<ListedRow>(
    `SELECT ${columns}, g.search FROM ${games} WHERE g.state IN ('listed', 'maintenance')`,
  );
  return rows;
}

/** A game that has a page. */
export async function gameOf(db: Queryable, kind: string, slug: string): Promise<GameRow | undefined> {
  const { rows } = await db.query<GameRow>(
    `SELECT ${columns} FROM ${games} WHERE g.kind = $1 AND g.slug = $2 AND g.state <> 'hidden'`,
    [kind, slug],
  );
  return rows[0];
}

/** What a game's provider says of its rules; pictures are hashes. */
export async function rulesOf(db: Queryable, game: string): Promise<GameRules | null> {
  const { rows } = await db.query<{ rules: GameRules | null }>("SELECT rules FROM catalogue.games WHERE id = $1", [
    game,
  ]);
  return rows[0]?.rules ?? null;
}

export type OwnList = "favourites" | "recent";
const times = { favourites: "marked_at", recent: "played_at" } as const;

/** A player's list, the newest first; what is hidden by now is left out. */
export async function ownGamesOf(
  db: Queryable,
  list: OwnList,
  player: PlayerId,
  most: number,
): Promise<readonly GameRow[]> {
  const { rows } = await db.query<GameRow>(
    `SELECT ${columns} FROM catalogue.${list} o JOIN ${games} ON g.id = o.game_id
     WHERE o.player_id = $1 AND g.state <> 'hidden' ORDER BY o.${times[list]} DESC, g.id LIMIT $2`,
    [player, most],
  );
  return rows;
}

/** Adds games by name, the first as the newest; those that are there keep their time. Unknown ones are left out. */
export async function addOwnGames(
  tx: Tx,
  list: OwnList,
  player: PlayerId,
  named: readonly { readonly kind: string; readonly slug: string }[],
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO catalogue.${list} (player_id, game_id, ${times[list]})
     SELECT $1, g.id, $4::timestamptz - min(n.place) * interval '1 millisecond'
     FROM unnest($2::text[], $3::text[]) WITH ORDINALITY n (kind, slug, place) JOIN catalogue.games g USING (kind, slug)
     WHERE g.state <> 'hidden' GROUP BY g.id ON CONFLICT DO NOTHING`,
    [player, named.map(({ kind }) => kind), named.map(({ slug }) => slug), now],
  );
}

export async function keepFavourite(db: Queryable, player: PlayerId, game: string, now: Date): Promise<void> {
  await db.query(
    "INSERT INTO catalogue.favourites (player_id, game_id, marked_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [player, game, now],
  );
}

export async function dropFavourite(db: Queryable, player: PlayerId, game: string): Promise<void> {
  await db.query("DELETE FROM catalogue.favourites WHERE player_id = $1 AND game_id = $2", [player, game]);
}

/** Notes that a player has opened a game for money: for their own list, and for what is popular. */
export async function notePlay(db: Queryable, player: PlayerId, game: string, now: Date): Promise<void> {
  await db.query(
    `WITH played AS (
       INSERT INTO catalogue.recent (player_id, game_id, played_at) VALUES ($1, $2, $3)
       ON CONFLICT (player_id, game_id) DO UPDATE SET played_at = excluded.played_at
     )
     INSERT INTO catalogue.plays (day, game_id, player_id) VALUES (($3::timestamptz AT TIME ZONE 'UTC')::date, $2, $1)
     ON CONFLICT DO NOTHING`,
    [player, game, now],
  );
}

/** Counts the players of the last 7 days without `tests`, and deletes older days. */
export async function countPlayers(tx: Tx, tests: readonly PlayerId[], now: Date): Promise<void> {
  const today = "($1::timestamptz AT TIME ZONE 'UTC')::date";
  await tx.query(`DELETE FROM catalogue.plays WHERE day < ${today} - 7`, [now]);
  await tx.query(
    `UPDATE catalogue.games g SET players_7d = counted.players FROM (
       SELECT g.id, count(DISTINCT p.player_id)::int AS players FROM catalogue.games g
       LEFT JOIN catalogue.plays p ON p.game_id = g.id AND p.day > ${today} - 7 AND NOT p.player_id = ANY ($2::uuid[])
       GROUP BY g.id
     ) counted WHERE counted.id = g.id AND counted.players <> g.players_7d`,
    [now, tests],
  );
}

/** Lists games again whose maintenance has ended. */
export async function endMaintenance(db: Queryable, now: Date): Promise<void> {
  await db.query(
    "UPDATE catalogue.games SET state = 'listed', maintenance_until = NULL WHERE state = 'maintenance' AND maintenance_until <= $1",
    [now],
  );
}

export async function pictureOf(
  db: Queryable,
  hash: string,
): Promise<{ readonly type: string; readonly bytes: Uint8Array } | undefined> {
  const { rows } = await db.query<{ type: string; bytes: Uint8Array }>(
    "SELECT type, bytes FROM catalogue.pictures WHERE hash = $1",
    [hash],
  );
  return rows[0];
}

/** As many as a page shows in one row, and some more: an offer that depends on the country may leave some out. */
const shelfGames = 16;

/** The pictures of the most popular listed games. */
export async function shelfOf(db: Queryable, kind: GameKind) {
  const { rows } = await db.query<{ readonly slug: string; readonly type: string; readonly bytes: Uint8Array }>(
    `SELECT g.slug, i.type, i.bytes FROM catalogue.games g
       JOIN catalogue.pictures i ON i.hash = coalesce(g.art ->> 'tile', g.art ->> 'scene')
     WHERE g.kind = $1 AND g.state = 'listed'
     ORDER BY coalesce(g.rank, 10000), -g.players_7d, g.title, g.id LIMIT $2`,
    [kind, shelfGames],
  );
  return rows;
}

/** What is kept about a player, by the names of the games. */
export async function namesOwnedBy(db: Queryable, list: OwnList, player: PlayerId): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT g.kind || '/' || g.slug AS name FROM catalogue.${list} o JOIN catalogue.games g ON g.id = o.game_id
     WHERE o.player_id = $1 ORDER BY o.${times[list]} DESC`,
    [player],
  );
  return rows.map(({ name }) => name);
}

export async function forgetPlayer(tx: Tx, player: PlayerId): Promise<void> {
  for (const table of ["favourites", "recent", "plays"])
    await tx.query(`DELETE FROM catalogue.${table} WHERE player_id = $1`, [player]);
}
