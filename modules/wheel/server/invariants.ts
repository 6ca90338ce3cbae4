import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { canonicalJson } from "#kit/std/json.ts";
import { entriesSql } from "#modules/audit/server/index.ts";
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
  "I8 a spin of the wheel wins what the published table has for its ticket, in the currency of the spin": `
    SELECT s.player_id, s.id, s.currency, s.ticket, s.prize FROM wheel.spins s
    LEFT JOIN ${published} ON p.currency = s.currency AND s.ticket >= p.low AND s.ticket < p.high
    WHERE s.rules_version = '${version}' AND s.prize IS DISTINCT FROM p.prize`,
  "I8 a spin under prizes set in the office wins what its version has for its ticket": `
    SELECT s.player_id, s.id, s.rules_version, s.ticket, s.prize FROM wheel.spins s JOIN wheel.versions v ON v.version = s.rules_version
    LEFT JOIN LATERAL (
      SELECT (v.configuration::jsonb -> 'top' ->> s.currency)::bigint * (sector ->> 'of')::bigint / 100 AS prize
      FROM jsonb_array_elements(v.configuration::jsonb -> 'prizes') WITH ORDINALITY AS p(sector, n)
      WHERE s.ticket < (
        SELECT sum((above ->> 'odds')::int) FROM jsonb_array_elements(v.configuration::jsonb -> 'prizes') WITH ORDINALITY AS a(above, m)
        WHERE a.m <= p.n)
      ORDER BY n LIMIT 1) won ON true
    WHERE v.number > 1 AND s.prize IS DISTINCT FROM won.prize`,
  "I8 a spin is made under the version of the prizes in force on its day": `
    SELECT s.player_id, s.id, s.day, s.rules_version FROM wheel.spins s
    WHERE s.rules_version IS DISTINCT FROM
      (SELECT v.version FROM wheel.versions v WHERE v.from_day <= s.day ORDER BY v.number DESC LIMIT 1)`,
  "I8 the prizes of each version are those that the audit log has of its publication, and the first is the default": `
    SELECT v.version FROM wheel.versions v
    LEFT JOIN ${entriesSql} e ON e.action = 'wheel.publish' AND e.subject = 'wheel:' || v.version
    WHERE v.number > 1 AND (encode(v.config_hash, 'hex'), v.from_day::text)
      IS DISTINCT FROM (e.after::jsonb ->> 'config_hash', e.after::jsonb ->> 'from_day')
    UNION ALL SELECT v.version FROM wheel.versions v
    WHERE v.number = 1 AND (v.configuration, v.from_day) IS DISTINCT FROM ('${canonicalJson(wheelConfiguration)}', 0)`,
  "I12 every spin of the wheel has its prize in the books: one transfer to its player, from the casino's promotional funds": `
    SELECT s.player_id, s.id, s.currency, s.prize FROM wheel.spins s
    LEFT JOIN ${transferSql.all} t ON t.player_id = s.player_id AND t.reference = s.id AND t.kind = ${kindNumbers.prize}
    WHERE (t.currency, t.amount, t.debit, t.credit)
      IS DISTINCT FROM (s.currency, s.prize, ${account("promotions")}::smallint, ${account("player:real")}::smallint)`,
});
