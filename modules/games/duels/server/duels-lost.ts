import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** Duels of one player against another. */
export interface OpponentDuels {
  readonly opponent: PlayerId;
  readonly duels: number;
  readonly lost: number;
}

/** Decided duels of this player against other players since, the opponents who were met most first. */
export async function duelsAgainst(
  on: Queryable,
  player: PlayerId,
  since: Date,
  most: number,
): Promise<readonly OpponentDuels[]> {
  const { rows } = await on.query<OpponentDuels>(
    `SELECT opponent, count(*)::int AS duels, count(*) FILTER (WHERE NOT won)::int AS lost FROM (
       SELECT joiner AS opponent, opener_won AS won FROM duels.duels
       WHERE opener = $1 AND joined_by = 'player' AND state IN ('drawn', 'paid') AND opened_at > $2
       UNION ALL SELECT opener, NOT opener_won FROM duels.duels
       WHERE joiner = $1 AND joined_by = 'player' AND state IN ('drawn', 'paid') AND opened_at > $2
     ) d GROUP BY opponent ORDER BY count(*) DESC, opponent LIMIT $3`,
    [player, since, most],
  );
  return rows;
}
