import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { namedIds } from "#modules/odds/server/index.ts";
import { favouritesFull } from "../shared/errors.ts";
import {
  type BettingFavourites,
  type FavouriteKind,
  favouriteKinds,
  type markBettingFavourite,
  type mergeBettingFavourites,
  mostFavourites,
} from "../shared/favourites-contract.ts";

type FavouriteNeeds = Pick<Host, "db" | "clock">;

const eventLifetimeMs = 30 * 24 * 3_600_000;

/** What a player follows, marked last first. */
export async function readFavourites(db: Queryable, player: PlayerId): Promise<BettingFavourites> {
  const { rows } = await db.query<{ kind: FavouriteKind; id: string }>(
    "SELECT kind, id FROM betting.favourites WHERE player_id = $1 ORDER BY marked_at DESC, id",
    [player],
  );
  const [events = [], teams = [], leagues = []] = await Promise.all(
    favouriteKinds.map(async kind => {
      const ids = rows.filter(row => row.kind === kind).map(({ id }) => id);
      return [...(await namedIds(db, kind, ids))];
    }),
  );
  return { events, teams, leagues };
}

export async function markFavourite(
  { db, clock }: FavouriteNeeds,
  { input: { params, body }, session: { player } }: Call<typeof markBettingFavourite>,
): Promise<RouteOutput<typeof markBettingFavourite>> {
  const { kind, id } = params;
  if (!body.favourite)
    await db.query("DELETE FROM betting.favourites WHERE player_id = $1 AND kind = $2 AND id = $3", [player, kind, id]);
  else {
    if ((await namedIds(db, kind, [id])).length === 0) fail(notFound);
    const added = await db.tx(tx => add(tx, player, kind, [id], new Date(clock.now())));
    if (added.length === 0) fail(favouritesFull, { data: { most: mostFavourites } });
  }
  return { data: await readFavourites(db, player) };
}

export async function mergeFavourites(
  { db, clock }: FavouriteNeeds,
  { input: { body }, session: { player } }: Call<typeof mergeBettingFavourites>,
): Promise<RouteOutput<typeof mergeBettingFavourites>> {
  const marked = { event: body.events, team: body.teams, league: body.leagues };
  for (const kind of favouriteKinds) {
    const known = (await namedIds(db, kind, marked[kind])).map(({ id }) => id);
    if (known.length > 0) await db.tx(tx => add(tx, player, kind, known, new Date(clock.now())));
  }
  return { data: await readFavourites(db, player) };
}

/** Marks as many as fit. Marked ones stay. The lock makes two calls of a player count one after the other. */
async function add(
  tx: Tx,
  player: PlayerId,
  kind: FavouriteKind,
  ids: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('betting.favourites ' || $1::text, 0))", [player]);
  const { rows } = await tx.query<{ id: string }>(
    `WITH own AS (SELECT id FROM betting.favourites WHERE player_id = $1 AND kind = $2),
       fresh AS (SELECT id FROM unnest($3::text[]) WITH ORDINALITY AS given (id, place) WHERE id NOT IN (SELECT id FROM own)
         ORDER BY place LIMIT greatest(0, $4 - (SELECT count(*) FROM own))),
       made AS (INSERT INTO betting.favourites (player_id, kind, id, marked_at) SELECT $1, $2, id, $5 FROM fresh RETURNING id)
     SELECT id FROM made UNION ALL SELECT id FROM own WHERE id = ANY($3)`,
    [player, kind, [...new Set(ids)], mostFavourites, now],
  );
  return rows.map(({ id }) => id);
}

/** Marks of events that are long over. */
export async function removeOldFavourites(db: Queryable, now: Date): Promise<void> {
  await db.query("DELETE FROM betting.favourites WHERE kind = 'event' AND marked_at < $1", [
    new Date(now.getTime() - eventLifetimeMs),
  ]);
}

export async function forgetFavourites(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("DELETE FROM betting.favourites WHERE player_id = $1", [player]);
}
