import type { Queryable } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { gameNumber, gameOf } from "#modules/ledger/shared/chart.ts";
import type { Days } from "../game-days/read-game-days.ts";

/** A game of a provider: the provider's account and its name of the game. */
export interface ProviderGameName {
  readonly game: string;
  readonly slug: string;
}

/** Which rounds count: of one game, or of all. */
export interface CountedRounds extends Days {
  readonly of?: ProviderGameName;
  readonly withTests: boolean;
}

/** Each round with a stake counts once, whatever its stake and currency; pots aside. */
export interface RoundReturn {
  readonly rounds: number;
  /** The mean of win over stake, and its standard deviation. */
  readonly mean: number;
  readonly deviation: number;
}

export interface KindRounds extends ProviderGameName {
  /** Of the first bet: stake, free, buy or side. */
  readonly kind: string;
  readonly rounds: number;
  /** Rolled back by their provider, or settled and voided by operators. */
  readonly voids: number;
  readonly returned: RoundReturn;
}

export interface CurrencyRounds extends Omit<KindRounds, "game" | "slug"> {
  readonly currency: Currency;
  readonly stakes: Micros;
  readonly wins: Micros;
  readonly pots: Micros;
}

interface SumRow {
  readonly game: number;
  readonly slug: string;
  readonly kind: string;
  readonly rounds: bigint;
  readonly voids: bigint;
  readonly stakedRounds: bigint;
  readonly mean: number | null;
  readonly deviation: number;
}

const counted = "($1::int2 IS NULL OR (game = $1 AND slug = $2)) AND day BETWEEN $3 AND $4 AND ($5 OR NOT is_test)";
const parameters = ({ of, from, to, withTests }: CountedRounds) => [
  of ? gameNumber(of.game) : null,
  of?.slug ?? null,
  from,
  to,
  withTests,
];
/** One round has no deviation; sums are exact, so the difference of squares is not negative. */
const sums = `sum(rounds)::bigint AS rounds, sum(voids)::bigint AS voids, sum(staked_rounds)::bigint AS "stakedRounds",
  (sum(shares) / nullif(sum(staked_rounds), 0) / 1e12)::float8 AS mean,
  CASE WHEN sum(staked_rounds) > 1
    THEN sqrt((sum(square_shares) - sum(shares) * sum(shares) / sum(staked_rounds)) / (sum(staked_rounds) - 1)) / 1e12 ELSE 0 END::float8 AS deviation`;

const returnOf = ({ stakedRounds, mean, deviation }: Pick<SumRow, "stakedRounds" | "mean" | "deviation">) => ({
  rounds: Number(stakedRounds),
  mean: mean ?? 0,
  deviation,
});

/** By game and kind of the first bet, all currencies together. */
export async function roundsByKind(on: Queryable, which: CountedRounds): Promise<readonly KindRounds[]> {
  const { rows } = await on.query<SumRow>(
    `SELECT game, slug, kind, ${sums} FROM wallet.provider_round_days WHERE ${counted}
     GROUP BY game, slug, kind HAVING sum(rounds) > 0 OR sum(voids) > 0 ORDER BY game, slug, kind DESC`,
    parameters(which),
  );
  return rows.map(row => ({
    game: gameOf(row.game),
    slug: row.slug,
    kind: row.kind,
    rounds: Number(row.rounds),
    voids: Number(row.voids),
    returned: returnOf(row),
  }));
}

export async function roundsByCurrency(on: Queryable, which: CountedRounds): Promise<readonly CurrencyRounds[]> {
  const { rows } = await on.query<SumRow & Pick<CurrencyRounds, "currency" | "stakes" | "wins" | "pots">>(
    `SELECT currency, kind, ${sums}, sum(stakes)::bigint AS stakes, sum(wins)::bigint AS wins, sum(pots)::bigint AS pots
     FROM wallet.provider_round_days WHERE ${counted}
     GROUP BY currency, kind HAVING sum(rounds) > 0 OR sum(voids) > 0 ORDER BY currency, kind DESC`,
    parameters(which),
  );
  return rows.map(row => ({
    currency: row.currency,
    kind: row.kind,
    rounds: Number(row.rounds),
    voids: Number(row.voids),
    stakes: row.stakes,
    wins: row.wins,
    pots: row.pots,
    returned: returnOf(row),
  }));
}

/** Days with stakes, all kinds together. */
export async function roundsByDay(
  on: Queryable,
  which: CountedRounds,
): Promise<readonly { readonly day: string; readonly returned: RoundReturn }[]> {
  const { rows } = await on.query<SumRow & { day: string }>(
    `SELECT day::text AS day, ${sums} FROM wallet.provider_round_days WHERE ${counted}
     GROUP BY day HAVING sum(staked_rounds) > 0 ORDER BY day`,
    parameters(which),
  );
  return rows.map(row => ({ day: row.day, returned: returnOf(row) }));
}

/** Of the void rounds those that had been settled and that operators voided: they say nothing about their provider. */
export async function voidedByOperators(
  on: Queryable,
  which: CountedRounds,
): Promise<readonly (ProviderGameName & { readonly rounds: number })[]> {
  const { rows } = await on.query<{ game: number; slug: string; rounds: bigint }>(
    `SELECT game, slug, count(*) AS rounds FROM (
       SELECT e.game, e.slug, (e.closed_at AT TIME ZONE 'UTC')::date AS day,
         EXISTS (SELECT FROM wallet.provider_round_tests t WHERE t.player_id = e.player_id) AS is_test
       FROM wallet.round_voids v
       JOIN wallet.provider_rounds r ON r.player_id = v.player_id AND r.round = v.round
       JOIN wallet.ended_provider_rounds e ON e.game = r.game AND e.slug = r.slug AND e.closed_at = r.closed_at
         AND e.player_id = r.player_id AND e.round = r.round
       WHERE e.status = 2
     ) d WHERE ${counted} GROUP BY game, slug`,
    parameters(which),
  );
  return rows.map(({ game, slug, rounds }) => ({ game: gameOf(game), slug, rounds: Number(rounds) }));
}

/** When the rounds of all these providers were counted last; undefined before the first time. */
export async function roundDaysCountedAt(on: Queryable): Promise<Date | undefined> {
  const { rows } = await on.query<{ at: Date | null }>("SELECT min(at) AS at FROM wallet.provider_round_count");
  return rows[0]?.at ?? undefined;
}

/** Rounds that are open now; those of `except` are left out. Reads the index of open rounds. */
export async function openRoundsByGame(
  on: Queryable,
  except: readonly PlayerId[],
): Promise<readonly (ProviderGameName & { readonly open: number })[]> {
  const { rows } = await on.query<{ game: number; slug: string; n: bigint }>(
    `SELECT game, slug, count(*) AS n FROM wallet.provider_rounds WHERE status = 0 AND NOT player_id = ANY($1::uuid[]) GROUP BY game, slug`,
    [except],
  );
  return rows.map(({ game, slug, n }) => ({ game: gameOf(game), slug, open: Number(n) }));
}
