import { invariantsOf, transferSql } from "#modules/ledger/server/index.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { spreadBasisPoints } from "../shared/terms.ts";

const { exchange, exchange_in, exchange_spread, exchange_rounding } = kindNumbers;
const [fx, real, fees, rounding] = [account("exchange"), account("player:real"), account("fees"), account("rounding")];

export const exchangeInvariants = invariantsOf({
  "I15 money changes its currency only through the exchange account, both legs of each exchange linked and as it was quoted": `
    SELECT q.id, t.player_id, t.currency, t.seq, q.kind AS quoted, t.kind FROM (
      SELECT id, player_id, leg.* FROM exchange.quotes CROSS JOIN LATERAL (VALUES
        (from_currency, ${exchange}, sold, ${real}, ${fx}), (to_currency, ${exchange_in}, received, ${fx}, ${real}),
        (to_currency, ${exchange_spread}, spread, ${fx}, ${fees}),
        (to_currency, ${exchange_rounding}, remainder, ${fx}, ${rounding})) leg(currency, kind, amount, debit, credit)
      WHERE exchanged_at IS NOT NULL AND leg.amount > 0) q
    FULL JOIN (SELECT * FROM ${transferSql.all} WHERE debit = ${fx} OR credit = ${fx}
      OR kind IN (${exchange}, ${exchange_in}, ${exchange_spread}, ${exchange_rounding})) t ON t.reference = q.id AND t.kind = q.kind
    WHERE (q.player_id, q.currency, q.amount, q.debit, q.credit)
      IS DISTINCT FROM (t.player_id, t.currency, t.amount, t.debit::int, t.credit::int)`,
  "I16 an exchange is rounded by its rule: worth cut to a micro-unit, spread rounded up, whole hundredths given, the rest named": `
    SELECT id, sold, rate, received, spread, remainder FROM exchange.quotes
    WHERE received + spread + remainder <> floor(sold * rate::numeric)
      OR spread <> ceil(floor(sold * rate::numeric) * ${spreadBasisPoints} / 10000)
      OR received % 10000 <> 0 OR remainder >= 10000`,
  "I20 a quote is used before it ends, at a rate no older than two minutes": `
    SELECT id, rate_at, quoted_at, exchanged_at FROM exchange.quotes
    WHERE exchanged_at NOT BETWEEN quoted_at AND expires_at OR quoted_at - rate_at > interval '125 s'`,
});
