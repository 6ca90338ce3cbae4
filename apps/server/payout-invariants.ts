import { invariantsOf } from "#modules/ledger/server/index.ts";
import { decidedBets } from "#modules/wallet/server/index.ts";

/**
 * What bets paid, computed a second time, in SQL and from the rules as they are published, so that a mistake in a game's own code
 * shows. For the games whose payout follows from choice, outcome and stake by one formula; all games have independent verifiers
 * besides, which the tests run over every kind of round.
 */
export const payoutInvariants = invariantsOf({
  "I8 dice pays stake × 9900 / winning rolls, cut to a micro-unit, on a roll strictly over or under its target, and else nothing": `
    SELECT player_id, key, stake, payout FROM (
      SELECT *, round((choice ->> 'target')::numeric * 100) AS target, round((outcome ->> 'roll')::numeric * 100) AS roll
      FROM ${decidedBets("dice")} decided) b
    WHERE payout IS DISTINCT FROM CASE
      WHEN choice ->> 'direction' = 'over' AND roll > target THEN floor(stake * 9900::numeric / (9999 - target))
      WHEN choice ->> 'direction' = 'under' AND roll < target THEN floor(stake * 9900::numeric / target)
      WHEN roll IS NOT NULL THEN 0 END`,
  "I8 crash pays stake × the multiplier it was cashed out at, cut to a micro-unit, and else nothing": `
    SELECT player_id, key, stake, payout FROM ${decidedBets("crash")} b
    WHERE payout <> coalesce(floor(stake * (outcome ->> 'cashed_out_at')::numeric), 0)`,
  "I8 no bet pays more than its win cap": `
    SELECT player_id, key, payout, win_cap FROM ${decidedBets()} b WHERE payout > win_cap`,
});
