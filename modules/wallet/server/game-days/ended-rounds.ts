import type { Queryable } from "#kit/db/db.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import { archivedToo } from "../bet-row.ts";

/** What the bets of a round returned together; shares are payout over stake. A bet without a round is one of its own. */
export interface EndedRound {
  readonly rulesVersion: string;
  readonly bets: number;
  readonly paid: number;
  /** Sum over the bets, each stopped as {@link RoundsToRead.climbs} says. */
  readonly stopped: number;
}

export interface RoundsToRead {
  readonly from: Date;
  readonly to: Date;
  /** For a game whose rounds climb: their table, and the column of the point reached, in hundredths. Bets are stopped at `most`. */
  readonly climbs?: { readonly table: string; readonly point: string; readonly most: number } | undefined;
}

/** Bets of one round end within this time of each other. */
const roundMs = 15 * 60_000;
export const endedRoundsMarginMs = roundMs;

/** Rounds of a game whose last bet ended from an instant and before another, test accounts included, voided bets not. */
export async function endedRounds(
  on: Queryable,
  game: string,
  { from, to, climbs }: RoundsToRead,
): Promise<readonly EndedRound[]> {
  const share = "b.payout::float8 / b.stake::float8";
  const stopped = climbs
    ? `CASE WHEN b.payout >= ${climbs.most} * b.stake OR (b.payout = 0 AND r.${climbs.point} >= ${100 * climbs.most}) THEN ${climbs.most} ELSE ${share} END`
    : share;
  const { rows } = await on.query<EndedRound>(
    `SELECT b.rules_version AS "rulesVersion", count(*)::int AS bets, sum(${share}) AS paid, sum(${stopped}) AS stopped
     FROM wallet.ended_bets e ${archivedToo("e.player_id", "e.key")}
     ${climbs ? `JOIN ${climbs.table} r ON r.number = b.round` : ""}
     WHERE e.game = $1 AND e.ended_at >= $2 AND e.ended_at < $3 AND e.status = 1
     GROUP BY b.rules_version, coalesce(b.round::text, b.key::text) HAVING max(e.ended_at) >= $4 AND max(e.ended_at) < $5
     ORDER BY max(e.ended_at), min(b.key::text)`,
    [gameNumber(game), new Date(from.getTime() - roundMs), new Date(to.getTime() + roundMs), from, to],
  );
  return rows;
}

/** A bet of a game that is played in steps, as it was stored. */
export interface EndedSteps {
  readonly rulesVersion: string;
  readonly choice: string;
  /** Null of a bet that was decided immediately. */
  readonly opening: string | null;
  readonly journal: readonly string[] | null;
  readonly paid: number;
}

/** Settled bets of a game that ended from an instant and before another, in the order of their end. */
export async function endedSteps(
  on: Queryable,
  game: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<readonly EndedSteps[]> {
  const { rows } = await on.query<EndedSteps>(
    `SELECT b.rules_version AS "rulesVersion", b.choice::text AS choice, b.opening::text AS opening, b.journal, b.payout::float8 / b.stake::float8 AS paid
     FROM wallet.ended_bets e ${archivedToo("e.player_id", "e.key")}
     WHERE e.game = $1 AND e.ended_at >= $2 AND e.ended_at < $3 AND e.status = 1 ORDER BY e.ended_at, e.player_id, e.key`,
    [gameNumber(game), from, to],
  );
  return rows;
}
