import type { Queryable } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { TournamentStatus, TournamentView } from "../shared/contract.ts";

/** Every SQL statement of tournaments. */

interface Row extends Omit<TournamentView, "prizes" | "starts_at" | "ends_at"> {
  readonly prizes: readonly Micros[];
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export interface Asked {
  readonly locale: Locale;
  readonly now: Date;
}

const columns = `id, title ->> $1 AS title, scoring, games, currency, prizes, starts_at AS "startsAt", ends_at AS "endsAt",
  CASE WHEN starts_at > $2 THEN 'upcoming' WHEN ends_at > $2 THEN 'active' ELSE 'finished' END AS status`;

/** Running and coming ones by their end; after them the finished ones, the last to end first. At most a hundred. */
export async function tournamentsBy(
  db: Queryable,
  { locale, now }: Asked,
  status: TournamentStatus | null,
): Promise<TournamentView[]> {
  const { rows } = await db.query<Row>(
    `SELECT * FROM (SELECT ${columns} FROM tournaments.tournaments) t WHERE $3::text IS NULL OR status = $3
     ORDER BY status = 'finished', CASE WHEN status = 'finished' THEN NULL ELSE "endsAt" END, "endsAt" DESC, id LIMIT 100`,
    [locale, now, status],
  );
  return rows.map(viewOf);
}

export async function tournamentOf(db: Queryable, { locale, now }: Asked, id: string): Promise<TournamentView | null> {
  const { rows } = await db.query<Row>(`SELECT ${columns} FROM tournaments.tournaments WHERE id = $3`, [
    locale,
    now,
    id,
  ]);
  return rows[0] ? viewOf(rows[0]) : null;
}

export interface Score {
  readonly playerId: PlayerId;
  readonly score: bigint;
}

/** The first hundred; of equal scores the earlier one comes first. */
export async function scoresOf(db: Queryable, id: string): Promise<readonly Score[]> {
  const { rows } = await db.query<Score>(
    `SELECT player_id AS "playerId", score FROM tournaments.scores WHERE tournament_id = $1
     ORDER BY score DESC, reached_at, player_id LIMIT 100`,
    [id],
  );
  return rows;
}

function viewOf({ prizes, startsAt, endsAt, ...same }: Row): TournamentView {
  return {
    ...same,
    prizes: prizes.map(formatAmount),
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
  };
}
