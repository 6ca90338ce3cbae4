import type { Queryable, Tx } from "#kit/db/db.ts";
import { columns, type GameRow, games } from "./store.ts";

/** What of a row operators decide. */
export type Decided = Pick<
  GameRow,
  | "state"
  | "stateReason"
  | "maintenanceUntil"
  | "rank"
  | "badge"
  | "categories"
  | "countries"
  | "blockedCountries"
  | "currencies"
  | "limits"
>;

const rows = `SELECT ${columns} FROM ${games}`;

export async function allGames(
  db: Queryable,
  search: string | null,
  state: string | null,
  most: number,
): Promise<readonly GameRow[]> {
  const found = await db.query<GameRow>(
    `${rows} WHERE ($1::text IS NULL OR strpos(g.search, $1) > 0 OR strpos(g.slug, $1) > 0) AND ($2::text IS NULL OR g.state = $2)
     ORDER BY coalesce(g.rank, 10000), g.title, g.id LIMIT $3`,
    [search, state, most],
  );
  return found.rows;
}

export async function gameOfProvider(db: Queryable, provider: string, slug: string): Promise<GameRow | undefined> {
  const found = await db.query<GameRow>(`${rows} WHERE g.provider_id = $1 AND g.slug = $2`, [provider, slug]);
  return found.rows[0];
}

export async function gameById(db: Queryable, id: string): Promise<GameRow | undefined> {
  const found = await db.query<GameRow>(`${rows} WHERE g.id = $1`, [id]);
  return found.rows[0];
}

/** For an update, so that of two operators the second sees what the first has decided. */
export async function lockGame(tx: Tx, id: string): Promise<GameRow | undefined> {
  const found = await tx.query<GameRow>(`${rows} WHERE g.id = $1 FOR UPDATE OF g`, [id]);
  return found.rows[0];
}

export async function writeDecided(tx: Tx, id: string, decided: Decided): Promise<void> {
  await tx.query(
    `UPDATE catalogue.games SET state = $2, state_reason = $3, maintenance_until = $4, rank = $5, badge = $6, categories = $7,
       countries = $8, blocked_countries = $9, currencies = $10, limits = $11::jsonb WHERE id = $1`,
    [
      id,
      decided.state,
      decided.stateReason,
      decided.maintenanceUntil,
      decided.rank,
      decided.badge,
      decided.categories,
      decided.countries,
      decided.blockedCountries,
      decided.currencies,
      JSON.stringify(decided.limits),
    ],
  );
}
