import type { PayoutChecks } from "#modules/bets/shared/payout-check.ts";
import { prizeColumns, prizeRows } from "#modules/games/cases/shared/payouts.ts";
import type { BattlesRules } from "./rules.ts";

/** Micro-units of a minor unit, as prices are published. */
const microsOfMinor = 10_000;
const priceRows = (versions: readonly BattlesRules[]) =>
  versions.flatMap(({ version, cases: { cases } }) =>
    cases.flatMap(({ slug, prices }) =>
      Object.entries(prices).map(([currency, minor]) => ({ version, slug, currency, price: minor * microsOfMinor })),
    ),
  );
/** The cases of each version of battles, under the name of that version. */
const casesOf = (versions: readonly BattlesRules[]) =>
  versions.map(({ version, cases: { cases } }) => ({ version, cases }));

/** The payout of each bet, computed from its record and the published rules. */
export const payoutChecks: PayoutChecks<BattlesRules> = (sql, rules) => ({
  "I8 a battle pays the prizes of all seats to the dearest seat, shared by equal ones, micro-units that are left to the first of them": `
    WITH totals AS (
      SELECT t.number, s.seat, s.player_id, s.bet_key, t.stake, (
        SELECT sum(floor(price * multiple / 100)) FROM unnest(t.cases) WITH ORDINALITY AS c(slug, n)
        JOIN jsonb_to_recordset(${sql.table(priceRows(rules.all))}) AS pr(version text, slug text, currency text, price numeric)
          ON pr.version = t.rules_version AND pr.slug = c.slug AND pr.currency = t.currency
        JOIN jsonb_to_recordset(${sql.table(prizeRows(casesOf(rules.all)))}) AS p${prizeColumns}
          ON p.version = t.rules_version AND p.slug = c.slug AND t.tickets[(n - 1) * t.size + s.seat] >= p.low AND t.tickets[(n - 1) * t.size + s.seat] < p.high) AS total
      FROM battles.battles t JOIN battles.seats s ON s.battle = t.number WHERE t.state = 'paid'),
    ranked AS (
      SELECT *, sum(total) OVER w AS pot, total = max(total) OVER w AS won FROM totals WINDOW w AS (PARTITION BY number)),
    shares AS (
      SELECT *, count(*) FILTER (WHERE won) OVER (PARTITION BY number) AS winners,
        count(*) FILTER (WHERE won) OVER (PARTITION BY number ORDER BY seat) AS place FROM ranked)
    SELECT r.number, r.seat, b.payout FROM shares r LEFT JOIN ${sql.bets} b ON (b.player_id, b.key) = (r.player_id, r.bet_key)
    WHERE (b.status, b.stake, b.payout) IS DISTINCT FROM (1::smallint, r.stake,
      CASE WHEN won THEN div(pot, winners) + (place <= mod(pot, winners))::int ELSE 0 END)
    UNION ALL SELECT t.number, s.seat, b.payout FROM battles.battles t JOIN battles.seats s ON s.battle = t.number
      LEFT JOIN ${sql.bets} b ON (b.player_id, b.key) = (s.player_id, s.bet_key)
      WHERE t.state = 'refunded' AND b.status IS DISTINCT FROM 2`,
});
