import { invariantsOf, transferSql } from "#modules/ledger/server/index.ts";
import { account, inPlay } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";

const { partner_commission: commission, partner_payout: requested } = kindNumbers;
const { partner_payout_sent: sent, partner_payout_cancelled: cancelled } = kindNumbers;
const held = (name: "partner" | "partner payouts") => `
  SELECT player_id, currency, sum(CASE WHEN credit = ${account(name)} THEN amount ELSE -amount END) AS held
  FROM ${transferSql.all} WHERE ${account(name)} IN (debit, credit) GROUP BY player_id, currency`;

const real = account("player:real");
/** Bonus money that became real in a bet that ended after its bonus; and what betting paid of bonus money, which the days of play count. */
const becameReal = [kindNumbers.bonus_payout, kindNumbers.bonus_void, kindNumbers.slip_bonus_void].join(", ");
const paidAsBonus = [kindNumbers.slip_bonus_payout, kindNumbers.slip_bonus_boost].join(", ");
const takenAsBonus = [kindNumbers.slip_bonus_payout_reversed, kindNumbers.slip_bonus_boost_reversed].join(", ");
const lacks = [kindNumbers.slip_bonus_lack, kindNumbers.slip_boost_lack].join(", ");

/** Invariants of partners: queries for what breaks each rule. */
export const partnerInvariants = invariantsOf({
  "I12 every commission is that of one closed month, to its partner, and every closed month above zero has its commission": `
    SELECT s.id, t.seq FROM (SELECT * FROM partners.statements WHERE commission > 0) s
    FULL JOIN (SELECT * FROM ${transferSql.all} WHERE kind = ${commission}) t ON t.reference = s.id
    WHERE (s.partner_id, s.currency, s.commission) IS DISTINCT FROM (t.player_id, t.currency, t.amount)`,
  "I12 every withdrawal of a partner is requested once and ends once, as its row says": `
    SELECT p.id, p.kind, t.kind AS booked FROM (
      SELECT id, partner_id, currency, amount, e.kind FROM partners.payouts CROSS JOIN LATERAL (VALUES (${requested}),
        (CASE status WHEN 'paid' THEN ${sent} WHEN 'declined' THEN ${cancelled} END)) e(kind) WHERE e.kind IS NOT NULL) p
    FULL JOIN (SELECT * FROM ${transferSql.all} WHERE kind IN (${requested}, ${sent}, ${cancelled})) t
      ON t.reference = p.id AND t.kind = p.kind
    WHERE (p.partner_id, p.currency, p.amount) IS DISTINCT FROM (t.player_id, t.currency, t.amount)`,
  "I4 no partner's balance is below zero, and neither are their open withdrawals": `
    SELECT * FROM (${held("partner")} UNION ALL ${held("partner payouts")}) h WHERE held < 0`,
  "I12 a closed month says the commission that it booked, under a plan of its partner": `
    SELECT s.id FROM partners.statements s JOIN partners.partners p ON p.id = s.partner_id
    JOIN partners.plans v ON v.partner_id = s.partner_id AND v.number = s.plan_number
    WHERE (s.content ->> 'commission')::numeric * 1000000 <> s.commission OR (s.content ->> 'carried_out')::numeric * 1000000 <> s.carried_out
      OR s.content ->> 'month' <> to_char(s.month, 'YYYY-MM') OR s.content ->> 'partner' <> p.code
      OR s.content -> 'plan' <> v.plan OR v.from_month > s.month`,
  "I12 a partner's closed months follow each other, and each begins with what the one before carried out": `
    SELECT id, month FROM (SELECT id, month, content, lag(month) OVER p AS before, lag(carried_out) OVER p AS carried
      FROM partners.statements WINDOW p AS (PARTITION BY partner_id ORDER BY month)) s
    WHERE before + interval '1 month' <> month OR (content ->> 'carried_in')::numeric * 1000000 <> coalesce(carried, 0)`,
  "I12 what a closed month pays as CPA is the sum of the players that it decided as paid": `
    SELECT s.id FROM partners.statements s LEFT JOIN (SELECT partner_id, month, sum(amount) AS paid FROM partners.cpas WHERE state = 'paid'
      GROUP BY partner_id, month) c USING (partner_id, month)
    WHERE (s.content ->> 'cpa')::numeric * 1000000 <> coalesce(c.paid, 0)`,
  "I12 what a closed month pays for sub-partners is the plan's share of what their closed months of before paid them": `
    SELECT s.id, s.month FROM (SELECT *, content -> 'sub_partners' AS subs FROM partners.statements) s
    WHERE (subs IS NOT NULL OR content -> 'plan' ? 'sub') AND (
      (content ->> 'commission')::numeric <> (content ->> 'share')::numeric + (content ->> 'cpa')::numeric + (subs ->> 'share')::numeric
      OR (subs -> 'rate') IS DISTINCT FROM (content -> 'plan' -> 'sub')
      OR (subs ->> 'share')::numeric <> trunc((subs ->> 'base')::numeric * (subs ->> 'rate')::integer / 1000, 6)
      OR (subs ->> 'base')::numeric <> coalesce((SELECT sum((e ->> 'converted')::numeric) FROM jsonb_array_elements(subs -> 'list') e), 0)
      OR EXISTS (SELECT FROM jsonb_array_elements(subs -> 'list') e
        LEFT JOIN partners.partners p ON p.code = e ->> 'code' AND p.invited_by = s.partner_id
        LEFT JOIN partners.statements o ON o.partner_id = p.id AND o.month = s.month AND o.closed_at <= s.closed_at
        WHERE o.id IS NULL OR o.currency <> e ->> 'currency'
          OR (o.content ->> 'share')::numeric + (o.content ->> 'cpa')::numeric <> (e ->> 'commission')::numeric))`,
  "I22 what partners' players moved beside their bets is what the ledger says, up to where it was read": `
    SELECT player_id, currency, day, d.deposited, d.recalled, d.jackpots, l.deposited AS by_ledger FROM partners.money_days d
    FULL JOIN (
      SELECT t.player_id, t.currency, (t.at AT TIME ZONE 'UTC')::date - date '1970-01-01' AS day,
        coalesce(sum(CASE WHEN t.kind IN (${kindNumbers.deposit}, ${kindNumbers.refund_cancelled}) THEN t.amount
          WHEN t.kind = ${kindNumbers.refund_request} THEN -t.amount END), 0) AS deposited,
        coalesce(sum(CASE WHEN t.kind = ${kindNumbers.chargeback} THEN t.amount WHEN t.kind = ${kindNumbers.chargeback_repaid} THEN -t.amount END), 0) AS recalled,
        coalesce(sum(CASE WHEN t.kind IN (${kindNumbers.jackpot_share}, ${kindNumbers.jackpot_reserve}) THEN t.amount
          WHEN t.kind = ${kindNumbers.jackpot_win} THEN -t.amount END), 0) AS jackpots,
        coalesce(sum(t.amount) FILTER (WHERE t.kind IN (${kindNumbers.bonus_released}, ${kindNumbers.prize}, ${kindNumbers.rain}, ${kindNumbers.tip})
          OR t.kind IN (${becameReal}) AND t.credit = ${real}
          OR t.kind IN (${takenAsBonus}) AND t.debit <> ${real} OR t.kind IN (${lacks}) AND t.credit <> ${inPlay("betting")}), 0)
          - coalesce(sum(t.amount) FILTER (WHERE t.kind IN (${paidAsBonus}) AND t.credit <> ${real}
            OR t.kind = ${kindNumbers.slip_bonus_void_reversed} AND t.debit = ${real}), 0) AS bonuses,
        coalesce(sum(t.amount) FILTER (WHERE t.kind = ${kindNumbers.commission} AND t.debit = ${account("fees")}), 0) AS payment
      FROM ${transferSql.all} t JOIN partners.positions p USING (player_id, currency) WHERE t.seq <= p.seq GROUP BY 1, 2, 3
    ) l USING (player_id, currency, day)
    WHERE (coalesce(d.deposited, 0), coalesce(d.recalled, 0), coalesce(d.jackpots, 0), coalesce(d.bonuses, 0), coalesce(d.payment, 0))
      <> (coalesce(l.deposited, 0), coalesce(l.recalled, 0), coalesce(l.jackpots, 0), coalesce(l.bonuses, 0), coalesce(l.payment, 0))`,
});
