import type { Queryable } from "#kit/db/db.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import { archivedToo } from "../bet-row.ts";

/** What bets of one choice under one version of the rules returned; shares are payout over stake. */
export interface EndedReturns {
  readonly rulesVersion: string;
  /** The choice as stored with the bets. */
  readonly choice: string;
  readonly bets: number;
  readonly paid: number;
  /** Sum of payouts below `tailFrom` times the stake. */
  readonly body: number;
  /** Payouts of at least that. */
  readonly wins: number;
}

/** Returns of a game's settled bets that ended from an instant and before another, test accounts included; as far as ended bets are listed. */
export async function endedReturns(
  on: Queryable,
  game: string,
  { from, to, tailFrom }: { readonly from: Date; readonly to: Date; readonly tailFrom: number },
): Promise<readonly EndedReturns[]> {
  const { rows } = await on.query<EndedReturns>(
    `SELECT b.rules_version AS "rulesVersion", b.choice::text AS choice, count(*)::int AS bets,
       sum(b.payout::float8 / b.stake::float8) AS paid,
       coalesce(sum(b.payout::float8 / b.stake::float8) FILTER (WHERE b.payout < $4::int * b.stake), 0) AS body,
       (count(*) FILTER (WHERE b.payout >= $4::int * b.stake))::int AS wins
     FROM wallet.ended_bets e ${archivedToo("e.player_id", "e.key")}
     WHERE e.game = $1 AND e.ended_at >= $2 AND e.ended_at < $3 AND e.status = 1 GROUP BY 1, 2`,
    [gameNumber(game), from, to, tailFrom],
  );
  return rows;
}
