import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { groupBy } from "#kit/std/group-by.ts";

/** Duels of one player against another. */
export interface OpponentDuels {
  readonly opponent: PlayerId;
  readonly duels: number;
  readonly lost: number;
}

/** Decided duels of each of these players against other players since, the opponents who were met most first, at most `most` of them. */
export async function duelsAgainst(
  on: Queryable,
  players: readonly PlayerId[],
  since: Date,
  most: number,
): Promise<ReadonlyMap<PlayerId, readonly OpponentDuels[]>> {
  const { rows } = await on.query<OpponentDuels & { readonly playerId: PlayerId }>(
    `SELECT a.player AS "playerId", d.opponent, d.duels, d.lost FROM unnest($1::uuid[]) AS a(player)
     CROSS JOIN LATERAL (
       SELECT opponent, count(*)::int AS duels, count(*) FILTER (WHERE NOT won)::int AS lost FROM (
         SELECT joiner AS opponent, opener_won AS won FROM duels.duels
         WHERE opener = a.player AND joined_by = 'player' AND state IN ('drawn', 'paid') AND opened_at > $2
         UNION ALL SELECT opener, NOT opener_won FROM duels.duels
         WHERE joiner = a.player AND joined_by = 'player' AND state IN ('drawn', 'paid') AND opened_at > $2
       ) own GROUP BY opponent ORDER BY count(*) DESC, opponent LIMIT $3) d
     ORDER BY a.player, d.duels DESC, d.opponent`,
    [uuidArray(players), since, most],
  );
  return groupBy(rows, ({ playerId }) => playerId);
}
