import { invariantsOf } from "#modules/ledger/server/index.ts";
import { exposureSql } from "#modules/odds/server/index.ts";
import { slipExposures } from "#modules/wallet/server/index.ts";

export const bettingInvariants = invariantsOf({
  "I10 what an outcome may cost is the sum over the open slips on it": `
    SELECT market, outcome, e.payout_usd, s.payout_usd AS of_slips, e.slips, s.slips AS open
    FROM (${exposureSql.rows}) e
    FULL JOIN (${slipExposures}) s USING (market, outcome)
    WHERE (e.payout_usd, e.stake_usd, e.slips) IS DISTINCT FROM (s.payout_usd, s.stake_usd, s.slips)`,
});
