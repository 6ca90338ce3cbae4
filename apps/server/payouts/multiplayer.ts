import { caseTables } from "#modules/games/cases/shared/tables.ts";
import { prizeColumns, prizeRows, table } from "./drawn-at-once.ts";

/** Micro-units of a minor unit, as prices are published. */
const microsOfMinor = 10_000;
const prices = table(
  caseTables.flatMap(({ slug, prices: each }) =>
    Object.entries(each).map(([currency, minor]) => ({ slug, currency, price: minor * microsOfMinor })),
  ),
);

/** The payout of a multiplayer round: the pot by its published share, to the winner of its draw. */
export const multiplayerPayouts = {
  "I8 a room pays 97 % of what is in its pot, cut to a micro-unit, to the stake that holds the ticket, and the others nothing": `
    SELECT r.number, e.seat, b.payout FROM rooms.rounds r
    JOIN (SELECT *, sum(stake) OVER (PARTITION BY round ORDER BY seat) AS upto, sum(stake) OVER (PARTITION BY round) AS pot
      FROM rooms.entries) e ON e.round = r.number
    LEFT JOIN wallet.bets b ON (b.player_id, b.key) = (e.player_id, e.bet_key)
    WHERE r.state = 'paid' AND ((b.status, b.stake, b.payout, e.pot) IS DISTINCT FROM (1::smallint, e.stake, CASE
      WHEN r.ticket >= e.upto - e.stake AND r.ticket < e.upto THEN div(e.pot * 97, 100) ELSE 0 END, r.pot::numeric))
    UNION ALL SELECT r.number, e.seat, b.payout FROM rooms.rounds r JOIN rooms.entries e ON e.round = r.number
      LEFT JOIN wallet.bets b ON (b.player_id, b.key) = (e.player_id, e.bet_key)
      WHERE r.state = 'refunded' AND b.status IS DISTINCT FROM 2`,
  "I8 a duel pays its winner 97 % of both stakes, cut to a micro-unit, and the other nothing": `
    SELECT d.number, s.player, b.payout FROM duels.duels d
    CROSS JOIN LATERAL (VALUES (opener, opener_key, opener_won), (joiner, joiner_key, NOT opener_won)) s(player, key, won)
    LEFT JOIN wallet.bets b ON (b.player_id, b.key) = (s.player, s.key)
    WHERE s.player IS NOT NULL AND ((d.state = 'paid' AND (b.status, b.stake, b.payout) IS DISTINCT FROM
        (1::smallint, d.stake, CASE WHEN s.won THEN div(d.stake * 2 * 97::numeric, 100) ELSE 0 END))
      OR (d.state = 'refunded' AND b.status IS DISTINCT FROM 2))`,
  "I8 a battle pays the prizes of all seats to the dearest seat, shared by equal ones, micro-units that are left to the first of them": `
    WITH totals AS (
      SELECT t.number, s.seat, s.player_id, s.bet_key, t.stake, (
        SELECT sum(floor(price * multiple / 100)) FROM unnest(t.cases) WITH ORDINALITY AS c(slug, n)
        JOIN jsonb_to_recordset(${prices}) AS pr(slug text, currency text, price numeric)
          ON pr.slug = c.slug AND pr.currency = t.currency
        JOIN jsonb_to_recordset(${prizeRows}) AS p${prizeColumns}
          ON p.slug = c.slug AND t.tickets[(n - 1) * t.size + s.seat] >= p.low AND t.tickets[(n - 1) * t.size + s.seat] < p.high) AS total
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
} as const;
