import type { Queryable } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { gameOf } from "#modules/ledger/shared/chart.ts";
import { playerGameDays } from "./fold.ts";
import type { Sums } from "./read-half-hours.ts";

const live = `(SELECT live FROM projections.runs WHERE projection = '${playerGameDays}')`;

/** What ended under a version of a game's rules. */
export interface VersionPlayed {
  readonly game: string;
  /** Empty where bets name none. */
  readonly version: string;
  readonly currency: Currency;
  /** The first and the last half hour with a bet that ended. */
  readonly first: Date;
  readonly last: Date;
  readonly bets: number;
  readonly staked: bigint;
  readonly paid: bigint;
}

export async function versionsIn(
  on: Queryable,
  { span, withTests }: Pick<Sums, "span" | "withTests">,
): Promise<readonly VersionPlayed[]> {
  interface Row extends Omit<VersionPlayed, "game" | "bets" | "staked" | "paid"> {
    readonly game: number;
    readonly bets: string;
    readonly staked: string;
    readonly paid: string;
  }
  const { rows } = await on.query<Row>(
    `SELECT game, rules_version AS version, currency, min(half_hour) AS first, max(half_hour) AS last,
       sum(bets)::text AS bets, sum(staked)::text AS staked, sum(paid)::text AS paid
     FROM projections.version_half_hours WHERE generation = ${live} AND half_hour >= $1 AND half_hour < $2 AND ($3 OR NOT is_test)
     GROUP BY 1, 2, 3`,
    [span.begins, span.ends, withTests],
  );
  return rows.map(({ game, bets, staked, paid, ...row }) => ({
    ...row,
    game: gameOf(game),
    bets: Number(bets),
    staked: BigInt(staked),
    paid: BigInt(paid),
  }));
}

export interface LargeWinRow {
  /** Grows with time; of one win alone. */
  readonly place: string;
  readonly at: Date;
  readonly game: string;
  readonly kind: "win" | "jackpot" | "taken_back";
  readonly playerId: PlayerId;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly reference: Uuid;
}

const place = `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') || ' ' || player_id || ' ' || currency || ' ' || seq`;
const placePattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}) ([0-9a-f-]{36}) ([A-Z]{3}) (\d{1,18})$/;

/** Whether a text is the place of a large win. */
export const isPlaceOfWin = (text: string): boolean => placePattern.test(text);

/** Large wins of a span in order of their time, after a place. */
export async function largeWinsIn(
  on: Queryable,
  { span, withTests }: Pick<Sums, "span" | "withTests">,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly LargeWinRow[]> {
  const [, at = null, player = null, currency = null, seq = null] = placePattern.exec(after ?? "") ?? [];
  const { rows } = await on.query<Omit<LargeWinRow, "game" | "amount"> & { game: number; amount: string }>(
    `SELECT ${place} AS place, at, game, kind, player_id AS "playerId", currency, amount::text AS amount, reference
     FROM projections.large_wins WHERE generation = ${live} AND at >= $1 AND at < $2 AND ($3 OR NOT is_test)
       AND ($4::timestamp IS NULL OR (at, player_id, currency, seq) > ($4::timestamp AT TIME ZONE 'UTC', $5::uuid, $6::text COLLATE "C", $7::int8))
     ORDER BY at, player_id, currency, seq LIMIT $8`,
    [span.begins, span.ends, withTests, at, player, currency, seq, limit],
  );
  return rows.map(({ game, amount, ...row }) => ({ ...row, game: gameOf(game), amount: BigInt(amount) }));
}
