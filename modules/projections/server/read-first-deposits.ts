import type { Queryable } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { playerGameDays } from "./fold.ts";
import type { ActiveIn } from "./read-half-hours.ts";

const live = `(SELECT live FROM projections.runs WHERE projection = '${playerGameDays}')`;
const inSpan = `projections.first_deposits WHERE generation = ${live} AND at >= $1 AND at < $2 AND ($3 OR NOT is_test)
  AND ($4::text IS NULL OR currency = $4)`;
const values = ({ span, withTests, currency }: ActiveIn) => [span.begins, span.ends, withTests, currency ?? null];

/** A player's first deposit, of all their wallets. */
export interface FirstDeposit {
  readonly playerId: PlayerId;
  readonly at: Date;
  readonly currency: Currency;
  /** Micro-units. */
  readonly amount: bigint;
}

/** How many players deposited for the first time in a span. */
export async function countFirstDeposits(on: Queryable, query: ActiveIn): Promise<number> {
  const { rows } = await on.query<{ n: string }>(`SELECT count(*)::text AS n FROM ${inSpan}`, values(query));
  return Number(rows[0]?.n ?? 0);
}

/** First deposits, the earliest first, after one of them. */
export async function listFirstDeposits(
  on: Queryable,
  query: ActiveIn,
  { after, limit }: { readonly after: Pick<FirstDeposit, "at" | "playerId"> | null; readonly limit: number },
): Promise<readonly FirstDeposit[]> {
  const { rows } = await on.query<FirstDeposit>(
    `SELECT player_id AS "playerId", at, currency, amount FROM ${inSpan}
       AND ($5::timestamptz IS NULL OR (at, player_id) > ($5, $6::uuid)) ORDER BY at, player_id LIMIT $7`,
    [...values(query), after?.at ?? null, after?.playerId ?? null, limit],
  );
  return rows;
}
