import type { PayoutChecks } from "#modules/bets/shared/payout-check.ts";
import type { CasesRules } from "./rules.ts";

/** Prizes by ticket under each version: those from `low` up to below `high` pay `multiple` hundredths of the price. */
export const prizeRows = (versions: readonly { readonly version: string; readonly cases: CasesRules["cases"] }[]) =>
  versions.flatMap(({ version, cases }) =>
    cases.flatMap(({ slug, prizes }) => {
      let high = 0;
      return prizes.map(({ multiple, odds }) => {
        const low = high;
        high += odds;
        return { version, slug, low, high, multiple };
      });
    }),
  );
export const prizeColumns = "(version text, slug text, low int, high int, multiple numeric)";

/** The payout of each bet, computed from its record and the published rules. */
export const payoutChecks: PayoutChecks<CasesRules> = (sql, rules) => ({
  "I8 cases pay the prizes that their tickets have in the published table, each cut to a micro-unit": `
    SELECT player_id, key, stake, payout FROM ${sql.decided} b
    WHERE payout IS DISTINCT FROM (
      SELECT sum(floor(stake / (choice ->> 'count')::numeric * multiple / 100))
      FROM json_array_elements_text(outcome -> 'tickets') ticket
      JOIN jsonb_to_recordset(${sql.table(prizeRows(rules.all))}) AS p${prizeColumns} ON p.version = b.rules_version AND p.slug = choice ->> 'slug'
        AND ticket::int >= p.low AND ticket::int < p.high)`,
});
