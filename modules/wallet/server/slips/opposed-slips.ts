import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** Who of `others` has bet on another outcome of a market that this player bet on, single bets of both, since; with how many markets. */
export async function opposedSlips(
  on: Queryable,
  player: PlayerId,
  others: readonly PlayerId[],
  since: Date,
): Promise<readonly { readonly player: PlayerId; readonly markets: number }[]> {
  const isSingle = (slip: string) =>
    `(SELECT count(*) FROM wallet.slip_legs n WHERE n.player_id = ${slip}.player_id AND n.key = ${slip}.key) = 1`;
  const { rows } = await on.query<{ player: PlayerId; markets: number }>(
    `SELECT o.player_id AS player, count(DISTINCT l.market)::int AS markets
     FROM wallet.slips s JOIN wallet.slip_legs l ON l.player_id = s.player_id AND l.key = s.key
     JOIN wallet.slip_legs o ON o.market = l.market AND o.outcome <> l.outcome AND o.player_id = ANY ($2::uuid[])
     JOIN wallet.slips t ON t.player_id = o.player_id AND t.key = o.key
     WHERE s.player_id = $1 AND s.placed_at > $3 AND t.placed_at > $3 AND s.status <> 2 AND t.status <> 2
       AND ${isSingle("s")} AND ${isSingle("t")}
     GROUP BY 1 ORDER BY 2 DESC, 1`,
    [player, uuidArray(others), since],
  );
  return rows;
}
