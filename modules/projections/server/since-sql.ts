import { playerGameDays } from "./fold.ts";

/**
 * For other modules' queries: what each player of `players` (rows of `player_id` and `since`, a time) lost in real money from the day of `since` on,
 * in dollars by the price of the currency. One row per player who has played.
 */
export const lostSinceSql = (players: string, price: (currency: string) => string): string => `
  SELECT p.player_id, sum((d.real_staked - d.real_paid) * ${price("d.currency")}) AS lost
  FROM (${players}) p JOIN projections.player_game_days d ON d.player_id = p.player_id AND d.day >= (p.since AT TIME ZONE 'UTC')::date
  WHERE d.generation = (SELECT live FROM projections.runs WHERE projection = '${playerGameDays}') GROUP BY p.player_id`;
