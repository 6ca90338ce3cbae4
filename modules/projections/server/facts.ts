import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import type { FactSource } from "#modules/conditions/server/index.ts";
import { gameNumbers } from "#modules/ledger/shared/chart.ts";
import english from "../locale/facts/en.json" with { type: "json" };
import { playerGameDays } from "./fold.ts";

/** What players deposited and played, as far as it has been folded. Days are of UTC; `30d` is today and the 29 days before. */

const words = readLocale(english, join(import.meta.dirname, "../locale/facts"));
const live = `(SELECT live FROM projections.runs WHERE projection = '${playerGameDays}')`;

const cashFacts = {
  name: "cash",
  words,
  facts: [
    { name: "deposits", type: "number", missing: 0 },
    { name: "deposit_sum", type: "money", missing: 0 },
    { name: "deposit_sum_30d", type: "money", missing: 0 },
    { name: "withdrawal_sum_30d", type: "money", missing: 0 },
    { name: "days_since_deposit", type: "number" },
  ],
  sql: ({ today, price }) => `
    SELECT player_id, sum(deposit_count)::int AS deposits, sum(deposits * ${price("currency")}) AS deposit_sum,
      coalesce(sum(deposits * ${price("currency")}) FILTER (WHERE day > ${today} - 30), 0) AS deposit_sum_30d,
      coalesce(sum(payouts * ${price("currency")}) FILTER (WHERE day > ${today} - 30), 0) AS withdrawal_sum_30d,
      ${today} - max(day) FILTER (WHERE deposit_count > 0) AS days_since_deposit
    FROM projections.player_days WHERE generation = ${live} AND day <= ${today} GROUP BY player_id`,
} as const satisfies FactSource;

const playFacts = {
  name: "play",
  words,
  facts: [
    { name: "bets_30d", type: "number", missing: 0, plays: true },
    { name: "staked_7d", type: "money", missing: 0, plays: true },
    { name: "staked_30d", type: "money", missing: 0, plays: true },
    { name: "net_loss_30d", type: "money", missing: 0, plays: true },
  ],
  // A settlement that was reversed later is taken out of the day on which it was made, as in `playedIn`.
  sql: ({ today, price }) => `
    SELECT player_id, sum(bets)::int AS bets_30d, coalesce(sum(staked) FILTER (WHERE day > ${today} - 7), 0) AS staked_7d,
      sum(staked) AS staked_30d, sum(staked - paid) AS net_loss_30d
    FROM (
      SELECT player_id, day, bets, real_staked * ${price("currency")} AS staked, real_paid * ${price("currency")} AS paid
      FROM projections.player_game_days WHERE generation = ${live} AND day BETWEEN ${today} - 29 AND ${today}
      UNION ALL SELECT player_id, day, 0, real_staked * ${price("currency")}, real_paid * ${price("currency")}
      FROM projections.reversals WHERE generation = ${live} AND day BETWEEN ${today} - 29 AND ${today}
      UNION ALL SELECT player_id, reversed_on, 0, -real_staked * ${price("currency")}, -real_paid * ${price("currency")}
      FROM projections.reversals WHERE generation = ${live} AND reversed_on BETWEEN ${today} - 29 AND ${today}
    ) d GROUP BY player_id`,
} as const satisfies FactSource;

/** Above the number of every game, providers' too. */
const mostGame = 1_000;

/** The game with the most bets, of equal ones the first: both in one number, so that nothing has to be sorted. */
const habitFacts = {
  name: "habits",
  words,
  facts: [
    { name: "days_since_play", type: "number", plays: true },
    { name: "favourite_game", type: "choice", options: Object.keys(gameNumbers), plays: true },
  ],
  sql: ({ today }) => `
    SELECT player_id, ${today} - last_day AS days_since_play, games.names -> (${mostGame} - 1 - most % ${mostGame})::text #>> '{}' AS favourite_game
    FROM (
      SELECT player_id, max(bets * ${mostGame} + ${mostGame} - 1 - game) AS most, max(last_day) AS last_day
      FROM (SELECT player_id, game, sum(bets)::bigint AS bets, max(day) FILTER (WHERE bets > 0) AS last_day FROM projections.player_game_days
        WHERE generation = ${live} AND day <= ${today} GROUP BY player_id, game) g GROUP BY player_id
    ) h, (SELECT '${gameNames()}'::jsonb AS names) games`,
} as const satisfies FactSource;

/** How much of what a player paid in was played: money that only passes through does not count. */
export const turnoverFacts = {
  name: "turnover",
  words,
  facts: [
    { name: "turnover_7d", type: "number", plays: true },
    { name: "turnover_90d", type: "number", plays: true },
  ],
  // Reversed settlements as above: what was played last week takes nothing from the play of this one.
  sql: ({ today, price }) => `
    SELECT player_id, ${percent(`day > ${today} - 7`)} AS turnover_7d, ${percent("true")} AS turnover_90d
    FROM (
      SELECT player_id, day, deposits * ${price("currency")} AS paid_in, 0 AS staked
      FROM projections.player_days WHERE generation = ${live} AND day BETWEEN ${today} - 89 AND ${today}
      UNION ALL SELECT player_id, day, 0, real_staked * ${price("currency")}
      FROM projections.player_game_days WHERE generation = ${live} AND day BETWEEN ${today} - 89 AND ${today}
      UNION ALL SELECT player_id, day, 0, real_staked * ${price("currency")}
      FROM projections.reversals WHERE generation = ${live} AND day BETWEEN ${today} - 89 AND ${today}
      UNION ALL SELECT player_id, reversed_on, 0, -real_staked * ${price("currency")}
      FROM projections.reversals WHERE generation = ${live} AND reversed_on BETWEEN ${today} - 89 AND ${today}
    ) d GROUP BY player_id`,
} as const satisfies FactSource;

export const projectionFacts: readonly FactSource[] = [cashFacts, playFacts, habitFacts];

function gameNames(): string {
  return JSON.stringify(Object.fromEntries(Object.entries(gameNumbers).map(([name, number]) => [number, name])));
}

/** Whole percent, at most a thousand times; null without a deposit. */
function percent(days: string): string {
  const sum = (column: string) => `sum(${column}) FILTER (WHERE ${days})`;
  return `least(floor(${sum("staked")} * 100 / nullif(${sum("paid_in")}, 0)), 100000)::int`;
}
