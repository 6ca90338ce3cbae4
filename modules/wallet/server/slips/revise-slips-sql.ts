import { debtSql } from "#modules/debts/server/index.ts";
import { transferSql } from "#modules/ledger/server/index.ts";
import { counterSql } from "#modules/limits/server/index.ts";
import { wagerSql } from "#modules/wagering/server/index.ts";
import type { SlipMarkets } from "./markets.ts";
import { debtParts, revisionSteps } from "./revision-steps-sql.ts";

export const revisionKinds = { settled: 1, voided: 2, reopened: 3, cashed_out: 4 } as const;

const day = "$2::int";

/** What an outcome is charged with for the part of a slip's stake that is open. */
const share = (amount: string, open: string) => `div(${amount}::numeric * ${open}, a.stake)::bigint`;
/** The bonus money's share of what a revision pays or returns. */
const bonusShare = (amount: string) => wagerSql.share(`a.${amount}`, "a.stake", "a.from_bonus");

const sameDay = (column: string) => `floor(extract(epoch FROM ${column}) / 86400)::int = ${day}`;

/**
 * One statement makes revisions of slips, any number of one player, in the order of the input: each only if its number is the next one.
 * A settled or void slip is reversed first. Money that comes is booked before money that goes, so that a correction takes what it brings;
 * what real money lacks then is a debt, what bonus money lacks is our cost. Balances along the order are running sums that never fall below
 * zero (`lacking`: what was lacking so far), so that many revisions of one wallet need no loop; the same holds for what is left to wager.
 * The plan is generic and expects few rows of each part, so it would compare every row of two parts; a full join is always by hash or order.
 * Exposures are locked last, since every lane that settles an event charges the same few rows: until then lanes work side by side. PostgreSQL
 * runs parts that nothing reads from the last to the first, so `exposed` is the first of them.
 * Numbers of arguments: $1 time, $2 day.
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
locked_wallets AS MATERIALIZED (
  SELECT w.player_id, w.currency, w.real, w.bonus, w.seq, w.grant_no, coalesce(w.wager_left, 0) AS wager_left FROM wallet.wallets w
  WHERE (w.player_id, w.currency) IN (SELECT s.player_id, s.currency FROM input i
      JOIN wallet.slips s ON s.player_id = i.player_id AND s.key = i.key)
  ORDER BY w.player_id, w.currency FOR UPDATE
),
locked AS MATERIALIZED (
  SELECT i.place, i.after, i.id, i.kind, i.amount, i.boosted, i.part, i.cause, s.player_id, s.key, s.currency, s.stake, s.status,
    s.revision, s.payout, s.boost, s.free_bet, s.stake - s.closed AS rest, s.placed_at, s.settled_at,
    s.from_bonus, s.grant_no, s.rate, s.paid_bonus, s.boost_bonus, s.bonus_to, s.counted
  FROM input i JOIN wallet.slips s ON s.player_id = i.player_id AND s.key = i.key AND (SELECT count(*) FROM locked_wallets) >= 0
  ORDER BY s.player_id, s.key FOR UPDATE OF s
),
grants AS MATERIALIZED (${wagerSql.grantsOf("locked")}),
allowed AS MATERIALIZED (
  SELECT *, CASE WHEN status = 1 THEN payout ELSE 0 END AS payout_back, CASE WHEN status = 1 THEN boost ELSE 0 END AS boost_back,
    CASE WHEN status = 2 THEN rest ELSE 0 END AS void_back, CASE WHEN status = 1 THEN rest ELSE 0 END AS unsettled,
    CASE kind WHEN 1 THEN rest WHEN 4 THEN part ELSE 0 END AS settled, CASE WHEN kind = 2 THEN rest ELSE 0 END AS voided,
    CASE WHEN kind IN (1, 4) THEN amount ELSE 0 END AS paid, CASE WHEN kind = 1 THEN boosted ELSE 0 END AS boost_paid
  FROM locked WHERE revision = after AND CASE kind WHEN 3 THEN status IN (1, 2)
    WHEN 4 THEN status = 0 AND NOT free_bet AND part BETWEEN 1 AND rest ELSE status IN (0, 1, 2) END
),
debts AS MATERIALIZED (${debtSql.ofSlips("allowed")}),
shared AS MATERIALIZED (
  SELECT a.*, coalesce(a.grant_no = w.grant_no, false) AS active, g.account AS given_by, ${wagerSql.paysTo("a")} AS pays_to,
    ${bonusShare("paid")} AS paid_share, ${bonusShare("boost_paid")} AS boost_share, ${bonusShare("voided")} AS void_share,
    CASE WHEN a.grant_no = w.grant_no THEN a.counted ELSE 0 END AS uncounted,
    CASE WHEN a.grant_no = w.grant_no AND a.kind = 1 THEN div(a.rest::numeric * a.rate, 1000)::bigint ELSE 0 END AS counts,
    w.real AS opening, w.bonus AS opening_bonus, w.wager_left, w.seq AS wallet_seq, coalesce(d.owed, 0) AS debt
  FROM allowed a FULL JOIN locked_wallets w ON w.player_id = a.player_id AND w.currency = a.currency
  FULL JOIN grants g ON g.player_id = a.player_id AND g.grant_no = a.grant_no
  FULL JOIN debts d ON d.player_id = a.player_id AND d.reference = a.key
  WHERE coalesce(a.place, 0) > 0
),
summed AS MATERIALIZED (
  SELECT a.*, c.*, least(a.debt, greatest(c.credits - c.taken, 0)) AS repaid
  FROM shared a
  CROSS JOIN LATERAL (SELECT paid + boost_paid + CASE WHEN free_bet THEN 0 ELSE voided END - paid_share - boost_share - void_share AS own_in,
    payout_back + boost_back + CASE WHEN free_bet THEN 0 ELSE void_back END - paid_bonus - boost_bonus AS own_out,
    paid_share + boost_share + void_share AS shares_in, paid_bonus + boost_bonus AS shares_out) s
  CROSS JOIN LATERAL (SELECT own_in, own_out, own_in + CASE WHEN pays_to = 1 THEN shares_in ELSE 0 END AS credits,
    own_out + CASE WHEN bonus_to = 1 THEN shares_out ELSE 0 END AS taken,
    CASE WHEN pays_to = 2 THEN shares_in ELSE 0 END AS bonus_in, CASE WHEN bonus_to = 2 AND active THEN shares_out ELSE 0 END AS bonus_out,
    CASE WHEN bonus_to = 2 AND NOT active THEN shares_out ELSE 0 END AS gone) c
),
running AS (
  SELECT s.*, opening + sum(credits - taken - repaid) OVER wallet AS running, opening_bonus + sum(bonus_in - bonus_out) OVER wallet AS running_bonus,
    wager_left + sum(uncounted - counts) OVER wallet AS running_left
  FROM summed s WINDOW wallet AS (PARTITION BY s.player_id, s.currency ORDER BY s.place)
),
floored AS (
  SELECT *, greatest(0, -min(running) OVER wallet) AS lacking, greatest(0, -min(running_bonus) OVER wallet) AS lacking_bonus,
    greatest(0, -min(running_left) OVER wallet) AS over_left FROM running
  WINDOW wallet AS (PARTITION BY player_id, currency ORDER BY place)
),
amounts AS MATERIALIZED (
  SELECT f.*, ${debtParts} FROM (
    SELECT *, (running + lacking)::bigint AS balance, (lacking - coalesce(lag(lacking) OVER wallet, 0))::bigint AS owed,
      (gone + lacking_bonus - coalesce(lag(lacking_bonus) OVER wallet, 0))::bigint AS short,
      (counts - (over_left - coalesce(lag(over_left) OVER wallet, 0)))::bigint AS counted_now
    FROM floored WINDOW wallet AS (PARTITION BY player_id, currency ORDER BY place)) f
),
opened AS MATERIALIZED (
  SELECT player_id, key, stake, CASE WHEN status = 0 THEN rest ELSE 0 END AS before,
    CASE kind WHEN 3 THEN rest WHEN 4 THEN rest - part ELSE 0 END AS open FROM amounts
),
charges AS MATERIALIZED (
  SELECT l.market, l.outcome, sum(${share("l.liability", "a.open")} - ${share("l.liability", "a.before")})::bigint AS payout_usd,
    sum(${share("l.stake_usd", "a.open")} - ${share("l.stake_usd", "a.before")})::bigint AS stake_usd,
    sum((a.open > 0)::int - (a.before > 0)::int)::int AS slips
  FROM opened a FULL JOIN legs l ON l.player_id = a.player_id AND l.key = a.key
  GROUP BY l.market, l.outcome HAVING bool_or(a.open <> a.before)
),
locked_exposures AS MATERIALIZED (${markets.exposures("charges")}),
exposed AS (${markets.charge("(SELECT * FROM charges WHERE (SELECT count(*) FROM locked_exposures) >= 0)")}),
${revisionSteps("amounts")},
entered AS (${transferSql.beside(`(SELECT player_id, currency, wallet_seq + number AS seq, key, $1::timestamptz AS at, amount, debit,
    credit, kind, after_it::bigint AS real FROM steps) transfers`)}),
totals AS MATERIALIZED (
  SELECT player_id, currency, sum(credits - taken - repaid + owed)::bigint AS gained,
    sum(bonus_in - bonus_out + short - gone)::bigint AS bonus_gained, sum(uncounted - counted_now)::bigint AS left_again,
    sum(CASE WHEN active THEN (kind = 3 OR kind = 4 AND part < rest)::int - (status = 0)::int ELSE 0 END)::int AS opened,
    sum(own_in)::bigint AS returned, sum(own_out + repaid - least(owed, own_out))::bigint AS staked,
    sum(CASE WHEN ${sameDay("placed_at")} AND NOT free_bet THEN voided ELSE 0 END)::bigint AS unwagered,
    sum(CASE WHEN ${sameDay("placed_at")} AND ${sameDay("settled_at")} AND NOT free_bet THEN void_back ELSE 0 END)::bigint AS wagered_again,
    sum(own_in - CASE WHEN ${sameDay("placed_at")} OR free_bet THEN 0 ELSE voided - void_share END)::bigint AS won,
    sum(CASE WHEN ${sameDay("settled_at")} THEN own_out
      - CASE WHEN ${sameDay("placed_at")} OR free_bet OR status <> 2 THEN 0 ELSE own_out END ELSE 0 END)::bigint AS lost_again
  FROM amounts GROUP BY player_id, currency
),
numbered AS MATERIALIZED (
  SELECT * FROM totals JOIN (SELECT player_id, currency, max(number) AS transfers FROM steps GROUP BY player_id, currency) s
    USING (player_id, currency)
),
moved AS (
  UPDATE wallet.wallets w SET real = w.real + t.gained, bonus = w.bonus + t.bonus_gained,
    seq = w.seq + t.transfers, wager_left = w.wager_left + t.left_again, wager_open = w.wager_open + t.opened,
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
  RETURNING w.player_id, w.currency, w.real, w.bonus, ${wagerSql.due("$1::timestamptz")} AS due
),
revised AS (
  UPDATE wallet.slips s SET
    status = CASE a.kind WHEN 1 THEN 1 WHEN 2 THEN 2 WHEN 3 THEN 0 ELSE CASE WHEN a.part = a.rest THEN 3 ELSE 0 END END,
    closed = s.closed + CASE WHEN a.kind = 4 THEN a.part ELSE 0 END,
    cashed_out = s.cashed_out + CASE WHEN a.kind = 4 THEN a.paid ELSE 0 END,
    cashed_bonus = s.cashed_bonus + CASE WHEN a.kind = 4 THEN a.paid_share ELSE 0 END,
    payout = CASE WHEN a.kind = 1 THEN a.paid ELSE 0 END, boost = a.boost_paid, revision = s.revision + 1,
    paid_bonus = CASE WHEN a.kind = 4 THEN 0 ELSE a.paid_share + a.void_share END, boost_bonus = a.boost_share,
    bonus_to = CASE WHEN a.kind IN (1, 2) THEN a.pays_to END, counted = CASE WHEN a.active THEN a.counted_now ELSE s.counted END,
    settled_at = CASE WHEN a.kind IN (1, 2) OR a.kind = 4 AND a.part = a.rest THEN greatest($1::timestamptz, s.placed_at) END
  FROM amounts a WHERE s.player_id = a.player_id AND s.key = a.key
),
written AS (
  INSERT INTO wallet.slip_revisions (player_id, key, number, id, kind, reversed, closed, payout, boost, owed, repaid, balance_after, at, cause,
    paid_bonus, boost_bonus, bonus_to, bonus_change, bonus_short, counted)
  SELECT player_id, key, after + 1, id, kind, CASE WHEN status IN (1, 2) THEN status END, CASE WHEN kind = 4 THEN part ELSE 0 END,
    paid,
    boost_paid, owed, repaid, balance, $1::timestamptz, cause,
    paid_share + void_share, boost_share, pays_to, bonus_in - bonus_out + short - gone, short, counted_now - uncounted FROM amounts
),
debts_added AS (${debtSql.changed("(SELECT player_id, key, currency, owed, $1::timestamptz AS at FROM amounts) c")}),
debts_repaid AS (${debtSql.repaid("(SELECT player_id, key, repaid FROM amounts)")})
SELECT a.player_id AS "playerId", a.key, a.after + 1 AS number, a.owed, a.repaid, a.balance AS "balanceAfter", a.currency, m.real,
  m.bonus, m.due
FROM amounts a FULL JOIN moved m ON m.player_id = a.player_id AND m.currency = a.currency`;
}
