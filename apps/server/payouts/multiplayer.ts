import type { GameRules } from "#modules/games/index.ts";
import { prizeColumns, prizeRows, table, versionRows } from "./drawn-at-once.ts";

/** Micro-units of a minor unit, as prices are published. */
const microsOfMinor = 10_000;
const priceRows = (versions: GameRules["battles"]["all"]) =>
  table(
    versions.flatMap(({ version, cases: { cases } }) =>
      cases.flatMap(({ slug, prices }) =>
        Object.entries(prices).map(([currency, minor]) => ({ version, slug, currency, price: minor * microsOfMinor })),
      ),
    ),
  );
/** The cases of each version of battles, under the name of that version. */
const casesOf = (versions: GameRules["battles"]["all"]) =>
  versions.map(({ version, cases: { cases } }) => ({ version, cases }));

/** The payout of a multiplayer round: the pot by its published share, to the winner of its draw. */
export const multiplayerPayouts = (rules: GameRules) => ({
  "I8 a room pays the share of its rules of what is in its pot, cut to a micro-unit, to the stake that holds the ticket, and the others nothing": `
    SELECT r.number, e.seat, b.payout FROM rooms.rounds r
    JOIN (SELECT *, sum(stake) OVER (PARTITION BY round ORDER BY seat) AS upto, sum(stake) OVER (PARTITION BY round) AS pot
      FROM rooms.entries) e ON e.round = r.number
    LEFT JOIN wallet.bets b ON (b.player_id, b.key) = (e.player_id, e.bet_key)
    LEFT JOIN ${versionRows(rules.rooms, "payout_percent numeric")} ON rules.version = r.rules_version
    WHERE r.state = 'paid' AND ((b.status, b.stake, b.payout, e.pot) IS DISTINCT FROM (1::smallint, e.stake, CASE
      WHEN r.ticket >= e.upto - e.stake AND r.ticket < e.upto THEN div(e.pot * payout_percent, 100) WHEN payout_percent IS NOT NULL THEN 0 END, r.pot::numeric))
    UNION ALL SELECT r.number, e.seat, b.payout FROM rooms.rounds r JOIN rooms.entries e ON e.round = r.number
      LEFT JOIN wallet.bets b ON (b.player_id, b.key) = (e.player_id, e.bet_key)
      WHERE r.state = 'refunded' AND b.status IS DISTINCT FROM 2`,
  "I8 a duel pays its winner the share of its rules of both stakes, cut to a micro-unit, and the other nothing": `
    SELECT d.number, s.player, b.payout FROM duels.duels d
    CROSS JOIN LATERAL (VALUES (opener, opener_key, opener_won), (joiner, joiner_key, NOT opener_won)) s(player, key, won)
    LEFT JOIN wallet.bets b ON (b.player_id, b.key) = (s.player, s.key)
    LEFT JOIN ${versionRows(rules.duels, "payout_percent numeric")} ON rules.version = d.rules_version
    WHERE s.player IS NOT NULL AND ((d.state = 'paid' AND (b.status, b.stake, b.payout) IS DISTINCT FROM
        (1::smallint, d.stake, CASE WHEN s.won THEN div(d.stake * 2 * payout_percent, 100) WHEN payout_percent IS NOT NULL THEN 0 END))
      OR (d.state = 'refunded' AND b.status IS DISTINCT FROM 2))`,
  "I8 a battle pays the prizes of all seats to the dearest seat, shared by equal ones, micro-units that are left to the first of them": `
    WITH totals AS (
      SELECT t.number, s.seat, s.player_id, s.bet_key, t.stake, (
        SELECT sum(floor(price * multiple / 100)) FROM unnest(t.cases) WITH ORDINALITY AS c(slug, n)
        JOIN jsonb_to_recordset(${priceRows(rules.battles.all)}) AS pr(version text, slug text, currency text, price numeric)
          ON pr.version = t.rules_version AND pr.slug = c.slug AND pr.currency = t.currency
        JOIN jsonb_to_recordset(${prizeRows(casesOf(rules.battles.all))}) AS p${prizeColumns}
          ON p.version = t.rules_version AND p.slug = c.slug AND t.tickets[(n - 1) * t.size + s.seat] >= p.low AND t.tickets[(n - 1) * t.size + s.seat] < p.high) AS total
      FROM battles.battles t JOIN battles.seats s ON s.battle = t.number WHERE t.state = 'paid'),
    ranked AS (
      SELECT *, sum(total) OVER w AS pot, total = max(total) OVER w AS won FROM totals WINDOW w AS (PARTITION BY number)),
    shares AS (
      SELECT *, count(*) FILTER (WHERE won) OVER (PARTITION BY number) AS winners,
        count(*) FILTER (WHERE won) OVER (PARTITION BY number ORDER BY seat) AS place FROM ranked)
    SELECT r.number, r.seat, b.payout FROM shares r LEFT JOIN wallet.bets b ON (b.player_id, b.key) = (r.player_id, r.bet_key)
    WHERE (b.status, b.stake, b.payout) IS DISTINCT FROM (1::smallint, r.stake,
      CASE WHEN won THEN div(pot, winners) + (place <= mod(pot, winners))::int ELSE 0 END)
    UNION ALL SELECT t.number, s.seat, b.payout FROM battles.battles t JOIN battles.seats s ON s.battle = t.number
      LEFT JOIN wallet.bets b ON (b.player_id, b.key) = (s.player_id, s.bet_key)
      WHERE t.state = 'refunded' AND b.status IS DISTINCT FROM 2`,
});
