import { int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import { pricesOfPastDays } from "#modules/rates/server/index.ts";
import { playerGameDays } from "./fold.ts";

const live = `(SELECT live FROM projections.runs WHERE projection = '${playerGameDays}')`;

/** What is ranked: days from `from` to `to`, both included, in some games. */
export interface TopSpan {
  /** Days since 1970, UTC. */
  readonly from: number;
  readonly to: number;
  readonly games: readonly string[];
  /** Left out. */
  readonly testPlayers: readonly PlayerId[];
  readonly limit: number;
}

/** A player's best bet of the span. */
export interface TopWin {
  readonly playerId: PlayerId;
  readonly key: Uuid;
}

/** A player's real stakes in the span: in the currency of all of them, else in dollars. */
export interface TopWager {
  readonly playerId: PlayerId;
  readonly currency: Currency;
  readonly amount: bigint;
}

/** The prices of each day as columns, and the days, games and players of a span: parameters $1 to $8. */
const bound = `WITH priced AS MATERIALIZED (
  SELECT date '1970-01-01' + day::int AS day, currency, price::numeric FROM unnest($1::int8[], $2::text[], $3::text[]) AS p(day, currency, price)
)`;
const inSpan = `d.generation = ${live} AND d.day BETWEEN date '1970-01-01' + $4::int AND date '1970-01-01' + $5::int
  AND d.game = ANY($6::text::int2[]) AND d.player_id <> ALL($7::uuid[])`;

/** The bets that paid most, one per player, valued at the rates of their days; a day without rates has none. */
export async function topWins(on: Queryable, span: TopSpan): Promise<readonly TopWin[]> {
  return topBets(on, span, "win", "d.win * price");
}

/** The bets with the largest multipliers, one per player. */
export async function topMultipliers(on: Queryable, span: TopSpan): Promise<readonly TopWin[]> {
  return topBets(on, span, "multiplier", "d.multiplier");
}

async function topBets(on: Queryable, span: TopSpan, of: "win" | "multiplier", value: string) {
  const isPriced = of === "win";
  const { rows } = await on.query<TopWin>(
    `${bound}
     SELECT player_id AS "playerId", key FROM (
       SELECT DISTINCT ON (d.player_id) d.player_id, d.${of}_key AS key, ${value} AS value, d.${of}_at AS at
       FROM projections.best_bets d ${isPriced ? "JOIN priced p USING (day, currency)" : ""} WHERE ${inSpan}
       ORDER BY d.player_id, value DESC, at, key
     ) best ORDER BY value DESC, at, player_id LIMIT $8`,
    await parametersOf(on, span),
  );
  return rows;
}

/** The players who staked most real money, valued at the rates of the days; a day without rates has none. */
export async function topWagers(on: Queryable, span: TopSpan): Promise<readonly TopWager[]> {
  const { rows } = await on.query<Omit<TopWager, "amount"> & { amount: string }>(
    `${bound}
     SELECT player_id AS "playerId", currency, amount::text FROM (
       SELECT d.player_id, CASE WHEN min(d.currency) = max(d.currency) THEN min(d.currency) ELSE 'USD' END AS currency,
         CASE WHEN min(d.currency) = max(d.currency) THEN sum(d.real_staked) ELSE floor(sum(d.real_staked * price) / 1e18) END AS amount,
         sum(d.real_staked * price) AS value
       FROM projections.player_game_days d JOIN priced p USING (day, currency) WHERE ${inSpan} AND d.real_staked > 0 GROUP BY d.player_id
     ) wagers ORDER BY value DESC, player_id LIMIT $8`,
    await parametersOf(on, span),
  );
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }));
}

async function parametersOf(on: Queryable, { from, to, games, testPlayers, limit }: TopSpan) {
  const days = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const priced = [...(await pricesOfPastDays(on, days))].flatMap(([day, prices]) =>
    currencyCodes.map(currency => ({ day, currency, price: prices[currency] })),
  );
  return [
    int8Array(priced.map(({ day }) => BigInt(day))),
    textArray(priced.map(({ currency }) => currency)),
    textArray(priced.map(({ price }) => String(price))),
    from,
    to,
    `{${games.map(gameNumber).join(",")}}`,
    uuidArray(testPlayers),
    limit,
  ];
}
