import { debtSql } from "#modules/debts/server/index.ts";
import { transferSql } from "#modules/ledger/server/index.ts";
import { account, accountNamed, gameResult, inPlay } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { counterSql } from "#modules/limits/server/index.ts";
import type { SlipMarkets } from "./markets.ts";

export const revisionKinds = { settled: 1, voided: 2, reopened: 3, cashed_out: 4 } as const;

const real = account("player:real");
const receivable = account("receivable");
const promotions = account("promotions");
const freeBets = accountNamed("bonus:free_bets");
const play = inPlay("betting");
const result = gameResult("betting");
const kind = kindNumbers;
const day = "$2::int";

/** What an outcome is charged with for the part of a slip's stake that is open. */
const share = (amount: string, open: string) => `div(${amount}::numeric * ${open}, a.stake)::bigint`;

const sameDay = (column: string) => `floor(extract(epoch FROM ${column}) / 86400)::int = ${day}`;

/**
 * One statement makes revisions of slips, any number of one player, in the order of the input: each only if its number is the next one.
 * A settled or void slip is reversed first. Money that comes is booked before money that goes, so that a correction takes what it brings;
 * what the balance lacks then is a debt. Balances along the order are running sums that never fall below zero (`floor`: what was
 * lacking so far), so that many revisions of one wallet need no loop. Numbers of arguments: $1 time, $2 day.
 */
export function reviseSlipsSql(markets: SlipMarkets): string {
  return `
WITH input AS MATERIALIZED (
  SELECT * FROM unnest($3::uuid[], $4::uuid[], $5::int4[], $6::uuid[], $7::int2[], $8::int8[], $9::int8[], $10::int8[], $11::text[])
    WITH ORDINALITY AS i(player_id, key, after, id, kind, amount, boosted, part, cause, place)
),
legs AS MATERIALIZED (
  SELECT l.player_id, l.key, l.market, l.outcome, l.liability, l.stake_usd
  FROM input i JOIN wallet.slip_legs l ON l.player_id = i.player_id AND l.key = i.key
),
rooms AS MATERIALIZED (${markets.exposures("legs")}),
purses AS MATERIALIZED (
  SELECT w.player_id, w.currency, w.real, w.bonus, w.seq FROM wallet.wallets w
  WHERE (w.player_id, w.currency) IN (SELECT s.player_id, s.currency FROM input i
      JOIN wallet.slips s ON s.player_id = i.player_id AND s.key = i.key) AND (SELECT count(*) FROM rooms) >= 0
  ORDER BY w.player_id, w.currency FOR UPDATE
),
locked AS MATERIALIZED (
  SELECT i.place, i.after, i.id, i.kind, i.amount, i.boosted, i.part, i.cause, s.player_id, s.key, s.currency, s.stake, s.status,
    s.revision, s.payout, s.boost, s.free_bet, s.stake - s.closed AS rest, s.placed_at, s.settled_at
  FROM input i JOIN wallet.slips s ON s.player_id = i.player_id AND s.key = i.key AND (SELECT count(*) FROM purses) >= 0
  ORDER BY s.player_id, s.key FOR UPDATE OF s
),
allowed AS MATERIALIZED (
  SELECT *, CASE WHEN status = 1 THEN payout ELSE 0 END AS payout_back, CASE WHEN status = 1 THEN boost ELSE 0 END AS boost_back,
    CASE WHEN status = 2 THEN rest ELSE 0 END AS void_back, CASE WHEN status = 1 THEN rest ELSE 0 END AS unsettled,
    CASE kind WHEN 1 THEN rest WHEN 4 THEN part ELSE 0 END AS settled, CASE WHEN kind = 2 THEN rest ELSE 0 END AS voided,
    CASE WHEN kind IN (1, 4) THEN amount ELSE 0 END AS paid, CASE WHEN kind = 1 THEN boosted ELSE 0 END AS boost_paid
  FROM locked WHERE revision = after AND CASE kind WHEN 3 THEN status IN (1, 2)
    WHEN 4 THEN status = 0 AND NOT free_bet AND part BETWEEN 1 AND rest ELSE status IN (0, 1, 2) END
),
debts AS MATERIALIZED (${debtSql.ofSlips("allowed")}),
summed AS MATERIALIZED (
  SELECT a.*, c.credits, c.taken, least(coalesce(d.owed, 0), greatest(c.credits - c.taken, 0)) AS repaid
  FROM allowed a
  CROSS JOIN LATERAL (SELECT paid + boost_paid + CASE WHEN free_bet THEN 0 ELSE voided END AS credits,
    payout_back + boost_back + CASE WHEN free_bet THEN 0 ELSE void_back END AS taken) c
  LEFT JOIN debts d ON d.player_id = a.player_id AND d.reference = a.key
),
running AS (
  SELECT s.*, p.real AS opening, p.seq AS wallet_seq, p.real + sum(credits - taken - repaid) OVER wallet AS running
  FROM summed s JOIN purses p ON p.player_id = s.player_id AND p.currency = s.currency
  WINDOW wallet AS (PARTITION BY s.player_id, s.currency ORDER BY s.place)
),
floored AS (
  SELECT *, greatest(0, -min(running) OVER wallet) AS lacking FROM running
  WINDOW wallet AS (PARTITION BY player_id, currency ORDER BY place)
),
amounts AS MATERIALIZED (
  SELECT *, (running + lacking)::bigint AS balance, (lacking - coalesce(lag(lacking) OVER wallet, 0))::bigint AS owed FROM floored
  WINDOW wallet AS (PARTITION BY player_id, currency ORDER BY place)
),
steps AS MATERIALIZED (
  SELECT a.player_id, a.currency, a.place, a.id AS key, s.*,
    row_number() OVER wallet AS number, sum(CASE WHEN s.credit = ${real} THEN s.amount WHEN s.debit = ${real} THEN -s.amount ELSE 0 END) OVER wallet
      + a.opening AS after_it
  FROM amounts a
  CROSS JOIN LATERAL (SELECT least(a.owed, a.payout_back + a.void_back) AS owed_first, a.owed - least(a.owed, a.payout_back + a.void_back) AS owed_boost) o
  CROSS JOIN LATERAL (VALUES
    (1, ${kind.slip_settle_reversed}, ${result}, ${play}, a.unsettled),
    (2, ${kind.slip_payout}, ${result}, ${real}, a.paid),
    (3, ${kind.slip_boost}, ${promotions}, ${real}, a.boost_paid),
    (4, CASE WHEN a.free_bet THEN ${kind.free_bet_void} ELSE ${kind.slip_void} END, ${play},
      CASE WHEN a.free_bet THEN ${freeBets} ELSE ${real} END, a.voided),
    (5, ${kind.slip_payout_reversed}, ${real}, ${result}, a.payout_back - CASE WHEN a.status = 1 THEN o.owed_first ELSE 0 END),
    (6, ${kind.slip_boost_reversed}, ${real}, ${promotions}, a.boost_back - o.owed_boost),
    (7, CASE WHEN a.free_bet THEN ${kind.free_bet_void_reversed} ELSE ${kind.slip_void_reversed} END,
      CASE WHEN a.free_bet THEN ${freeBets} ELSE ${real} END, ${play},
      a.void_back - CASE WHEN a.status = 2 THEN o.owed_first ELSE 0 END),
    (8, ${kind.debt}, ${receivable}, CASE WHEN a.status = 1 THEN ${result} ELSE ${play} END, o.owed_first),
    (9, ${kind.boost_debt}, ${receivable}, ${promotions}, o.owed_boost),
    (10, ${kind.slip_settle}, ${play}, ${result}, a.settled),
    (11, ${kind.debt_repaid}, ${real}, ${receivable}, a.repaid)) s(step, kind, debit, credit, amount)
  WHERE s.amount > 0
  WINDOW wallet AS (PARTITION BY a.player_id, a.currency ORDER BY a.place, s.step)
),
entered AS (${transferSql.beside(`(SELECT t.player_id, t.currency, p.seq + t.number AS seq, t.key, $1::timestamptz AS at, t.amount, t.debit,
    t.credit, t.kind, t.after_it::bigint AS real FROM steps t JOIN purses p ON p.player_id = t.player_id AND p.currency = t.currency) transfers`)}),
totals AS MATERIALIZED (
  SELECT player_id, currency, sum(credits - taken - repaid + owed)::bigint AS gained,
    sum(credits)::bigint AS returned, sum(taken + repaid - owed)::bigint AS staked,
    sum(CASE WHEN ${sameDay("placed_at")} AND NOT free_bet THEN voided ELSE 0 END)::bigint AS unwagered,
    sum(CASE WHEN ${sameDay("placed_at")} AND ${sameDay("settled_at")} AND NOT free_bet THEN void_back ELSE 0 END)::bigint AS wagered_again,
    sum(paid + boost_paid + CASE WHEN ${sameDay("placed_at")} AND NOT free_bet THEN voided ELSE 0 END)::bigint AS won,
    sum(CASE WHEN ${sameDay("settled_at")} THEN payout_back + boost_back
      + CASE WHEN ${sameDay("placed_at")} AND NOT free_bet THEN void_back ELSE 0 END ELSE 0 END)::bigint AS lost_again
  FROM amounts GROUP BY player_id, currency
),
numbered AS MATERIALIZED (
  SELECT * FROM totals JOIN (SELECT player_id, currency, max(number) AS transfers FROM steps GROUP BY player_id, currency) s
    USING (player_id, currency)
),
moved AS (
  UPDATE wallet.wallets w SET real = w.real + t.gained,
    seq = w.seq + t.transfers,
    ${counterSql.counted(
      {
        wagered: counterSql.countedAgain("wager", "t.wagered_again - t.unwagered", day),
        lost: counterSql.countedAgain("loss", "t.lost_again - t.won", day),
        staked: "t.staked",
        returned: "t.returned",
      },
      day,
    )}
  FROM numbered t WHERE w.player_id = t.player_id AND w.currency = t.currency
  RETURNING w.player_id, w.currency, w.real, w.bonus
),
revised AS (
  UPDATE wallet.slips s SET
    status = CASE a.kind WHEN 1 THEN 1 WHEN 2 THEN 2 WHEN 3 THEN 0 ELSE CASE WHEN a.part = a.rest THEN 3 ELSE 0 END END,
    closed = s.closed + CASE WHEN a.kind = 4 THEN a.part ELSE 0 END,
    cashed_out = s.cashed_out + CASE WHEN a.kind = 4 THEN a.paid ELSE 0 END,
    payout = CASE WHEN a.kind = 1 THEN a.paid ELSE 0 END, boost = a.boost_paid, revision = s.revision + 1,
    settled_at = CASE WHEN a.kind IN (1, 2) OR a.kind = 4 AND a.part = a.rest THEN $1::timestamptz END
  FROM amounts a WHERE s.player_id = a.player_id AND s.key = a.key
),
written AS (
  INSERT INTO wallet.slip_revisions (player_id, key, number, id, kind, reversed, closed, payout, boost, owed, repaid, balance_after, at, cause)
  SELECT player_id, key, after + 1, id, kind, CASE WHEN status IN (1, 2) THEN status END, CASE WHEN kind = 4 THEN part ELSE 0 END,
    paid,
    boost_paid, owed, repaid, balance, $1::timestamptz, cause FROM amounts
),
debts_added AS (${debtSql.changed("(SELECT player_id, key, currency, owed, $1::timestamptz AS at FROM amounts) c")}),
debts_repaid AS (${debtSql.repaid("(SELECT player_id, key, repaid FROM amounts)")}),
opened AS MATERIALIZED (
  SELECT player_id, key, stake, CASE WHEN status = 0 THEN rest ELSE 0 END AS before,
    CASE kind WHEN 3 THEN rest WHEN 4 THEN rest - part ELSE 0 END AS open FROM amounts
),
exposed AS (${markets.charge(`(SELECT l.market, l.outcome, sum(${share("l.liability", "a.open")} - ${share("l.liability", "a.before")})::bigint AS payout_usd,
    sum(${share("l.stake_usd", "a.open")} - ${share("l.stake_usd", "a.before")})::bigint AS stake_usd,
    sum((a.open > 0)::int - (a.before > 0)::int)::int AS slips
  FROM opened a JOIN legs l ON l.player_id = a.player_id AND l.key = a.key GROUP BY l.market, l.outcome)`)})
SELECT a.player_id AS "playerId", a.key, a.after + 1 AS number, a.owed, a.repaid, a.balance AS "balanceAfter", a.currency, m.real,
  m.bonus
FROM amounts a JOIN moved m ON m.player_id = a.player_id AND m.currency = a.currency`;
}
