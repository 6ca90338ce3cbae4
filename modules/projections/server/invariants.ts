import { type Invariant, invariantsOf } from "#modules/ledger/server/index.ts";
import { playedSql } from "#modules/wallet/server/index.ts";
import { closedInvariants } from "./closed-days.ts";
import { playerGameDays } from "./fold.ts";
import { foldVersion } from "./fold-version.ts";
import { halfHourInvariants } from "./half-hour-invariants.ts";

const live = `(SELECT live FROM projections.runs WHERE projection = '${playerGameDays}')`;

/** Invariants of the generation that is read, or of one that is being rebuilt. Each compares up to the position of each wallet, so a fold may run meanwhile. */
export function projectionInvariants(generation?: number): readonly Invariant[] {
  const of = generation === undefined ? live : String(generation);
  const positions = `(SELECT player_id, currency, seq FROM projections.positions WHERE projection = '${playerGameDays}' AND generation = ${of})`;
  const whole = `(SELECT p.* FROM ${positions} p JOIN ${playedSql.wallets} w USING (player_id, currency) WHERE w.seq = p.seq)`;
  const days = `(SELECT * FROM projections.player_game_days WHERE generation = ${of})`;
  // A generation of the code before half hours has none; the job rebuilds it within a minute.
  const hasHalfHours =
    generation === undefined
      ? `(SELECT version FROM projections.runs WHERE projection = '${playerGameDays}') = ${foldVersion}`
      : "true";
  const played = invariantsOf({
    "I22 what a player staked and was paid in a game on a day is what the ledger says": `
      SELECT player_id, currency, game, day, d.staked, d.paid, l.staked AS by_ledger, l.paid AS paid_by_ledger
      FROM (SELECT player_id, currency, game::int, day, real_staked + bonus_staked AS staked, real_paid + bonus_paid AS paid FROM ${days} d) d
      FULL JOIN (${playedSql.ofLedger(positions)}) l USING (player_id, currency, game, day)
      WHERE (coalesce(d.staked, 0), coalesce(d.paid, 0)) <> (coalesce(l.staked, 0), coalesce(l.paid, 0))`,
    "I22 the real and the bonus money of a player's days are those of the settled bets, each counted once": `
      SELECT player_id, currency, game, d.real_staked, d.bonus_staked, d.bets, b.real_staked AS by_bets, b.bonus_staked AS bonus_by_bets, b.bets AS count_of_bets
      FROM (SELECT player_id, currency, game, sum(real_staked) AS real_staked, sum(bonus_staked) AS bonus_staked, sum(bets) AS bets FROM ${days} d
        JOIN ${whole} p USING (player_id, currency) WHERE game <> 11 GROUP BY 1, 2, 3
        HAVING (sum(real_staked), sum(bonus_staked), sum(bets)) <> (0, 0, 0)) d
      FULL JOIN (SELECT * FROM (${playedSql.ofBets(whole)}) o WHERE bets > 0) b USING (player_id, currency, game)
      WHERE (d.real_staked, d.bonus_staked, d.bets) IS DISTINCT FROM (b.real_staked, b.bonus_staked, b.bets)`,
    "I22 no theoretical loss is above the real stakes that made it": `
      SELECT player_id, currency, game, sum(theoretical_loss) AS loss, sum(real_staked) AS staked FROM ${days} d GROUP BY 1, 2, 3
      HAVING sum(theoretical_loss) NOT BETWEEN 0 AND sum(real_staked) * 1000000`,
    "I22 no position is past its wallet": `
      SELECT player_id, currency, p.seq, w.seq AS of_wallet FROM ${positions} p LEFT JOIN ${playedSql.wallets} w USING (player_id, currency)
      WHERE w.seq IS NULL OR p.seq > w.seq`,
  });
  const halfHours = halfHourInvariants({ generation: of, positions, condition: hasHalfHours });
  return [...played, ...halfHours, ...(generation === undefined ? closedInvariants : [])];
}
