/**
 * For other modules' queries: what each player of `players` (rows of `player_id` and `since`, a time) was released of bonuses that ended after
 * `since`, in dollars by the price of the currency. One row per player who has had any.
 */
export const releasedSinceSql = (players: string, price: (currency: string) => string): string => `
  SELECT p.player_id, sum(b.released * ${price("b.currency")}) AS released
  FROM (${players}) p JOIN bonuses.bonuses b ON b.player_id = p.player_id AND b.ended_at >= p.since GROUP BY p.player_id`;
