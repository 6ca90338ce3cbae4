import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { invariantsOf, transferSql } from "#modules/ledger/server/index.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { wheelConfiguration } from "../shared/rules.ts";

const { prizes, top, version } = wheelConfiguration;

/** The published table as rows: tickets from `low` up to below `high` win `prize` micro-units of the currency. */
const published = `(VALUES ${currencyCodes.flatMap(rowsOf).join(", ")}) AS p(currency, low, high, prize)`;

function rowsOf(currency: Currency): string[] {
  let high = 0;
  return prizes.map(({ of, odds }) => {
    const low = high;
    high += odds;
    return `('${currency}', ${low}, ${high}, ${(top[currency] * of) / 100}::bigint)`;
  });
}

export const wheelInvariants = invariantsOf({
  "I8 a turn of the wheel wins what the published table has for its ticket, in the currency of the turn": `
    SELECT s.player_id, s.id, s.currency, s.ticket, s.prize FROM wheel.spins s
    LEFT JOIN ${published} ON p.currency = s.currency AND s.ticket >= p.low AND s.ticket < p.high
    WHERE s.rules_version = '${version}' AND s.prize IS DISTINCT FROM p.prize`,
  "I12 every turn of the wheel has its prize in the books: one transfer to its player, from what the house gives away": `
    SELECT s.player_id, s.id, s.currency, s.prize FROM wheel.spins s
    LEFT JOIN ${transferSql.all} t ON t.player_id = s.player_id AND t.reference = s.id AND t.kind = ${kindNumbers.prize}
    WHERE (t.currency, t.amount, t.debit, t.credit)
      IS DISTINCT FROM (s.currency, s.prize, ${account("promotions")}::smallint, ${account("player:real")}::smallint)`,
});
