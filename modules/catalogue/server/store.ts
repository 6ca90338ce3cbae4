import type { Queryable } from "#kit/db/db.ts";
import type { GameKind } from "../shared/contract.ts";

/** Every SQL statement of the catalogue. */

export interface GameRow {
  readonly id: string;
  readonly kind: GameKind;
  readonly slug: string;
  readonly title: string;
  readonly provider_id: string;
  readonly provider_title: string;
  /** Hundredths of a percent. */
  readonly rtp: number | null;
  readonly volatility: "low" | "medium" | "high" | null;
  readonly max_win: number | null;
  readonly has_demo: boolean;
}

const columns = `g.id, g.kind, g.slug, g.title, g.provider_id, p.title AS provider_title, g.rtp, g.volatility, g.max_win,
  g.has_demo`;
const listed = "catalogue.games g JOIN catalogue.providers p ON p.id = g.provider_id WHERE g.is_listed AND g.kind = $1";

export interface GamesFilter {
  readonly search: string | null;
  readonly provider: string | null;
  /** The last game of the previous page. */
  readonly after: string | null;
}

/** By title; one more than `most` if there are more. */
export async function gamesOf(
  db: Queryable,
  kind: string,
  filter: GamesFilter,
  most: number,
): Promise<readonly GameRow[]> {
  const { rows } = await db.query<GameRow>(
    `SELECT ${columns} FROM ${listed}
       AND ($2::text IS NULL OR strpos(lower(g.title), lower($2)) > 0 OR strpos(lower(p.title), lower($2)) > 0)
       AND ($3::text IS NULL OR g.provider_id = $3)
       AND ($4::uuid IS NULL OR (g.title, g.id) > (SELECT title, id FROM catalogue.games WHERE id = $4))
     ORDER BY g.title, g.id LIMIT $5`,
    [kind, filter.search, filter.provider, filter.after, most + 1],
  );
  return rows;
}

export async function gameOf(db: Queryable, kind: string, slug: string): Promise<GameRow | undefined> {
  const { rows } = await db.query<GameRow>(`SELECT ${columns} FROM ${listed} AND g.slug = $2`, [kind, slug]);
  return rows[0];
}

export async function providersOf(db: Queryable, kind: string): Promise<readonly { id: string; title: string }[]> {
  const { rows } = await db.query<{ id: string; title: string }>(
    `SELECT DISTINCT p.id, p.title FROM ${listed} ORDER BY p.title, p.id`,
    [kind],
  );
  return rows;
}
