import { invariantsOf, transferSql } from "#modules/ledger/server/index.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";

const budget = account("chat budget");
const { chat_budget: opened, chat_budget_returned: returned, rain, tip } = kindNumbers;

/** Invariants of rains and tips: queries for what breaks each rule. */
export const chatInvariants = invariantsOf({
  "I12 every part of a rain is one transfer to a player who collected it, of its share, from the budget of the chat": `
    SELECT c.rain_id, c.player_id, t.seq FROM (SELECT c.*, r.currency, r.share FROM community_chat.collections c
      JOIN community_chat.rains r ON r.id = c.rain_id WHERE c.got IS NOT NULL) c
    FULL JOIN (SELECT * FROM ${transferSql.all} WHERE kind = ${rain}) t ON t.reference = c.rain_id AND t.player_id = c.player_id
    WHERE (c.currency, c.got, c.share, ${budget}) IS DISTINCT FROM (t.currency, t.amount, t.amount, t.debit::integer)`,
  "I12 the parts of a rain are equal and are its sum, but for less than a micro-unit for each player": `
    SELECT r.id, r.amount, r.share, r.players, c.paid FROM community_chat.rains r
    LEFT JOIN (SELECT rain_id, count(got) AS paid, count(*) FILTER (WHERE got IS NULL AND refused IS NULL) AS open
      FROM community_chat.collections GROUP BY rain_id) c ON c.rain_id = r.id
    WHERE r.state = 'paid' AND (coalesce(c.paid, 0) <> r.players OR r.players > 0 AND r.amount - r.share * r.players >= r.players
      OR r.players > 0 AND c.open > 0)`,
  "I12 every tip is one transfer to its player, from the budget of the chat": `
    SELECT p.id, t.seq FROM community_chat.tips p FULL JOIN (SELECT * FROM ${transferSql.all} WHERE kind = ${tip}) t
      ON t.reference = p.id AND t.player_id = p.player_id
    WHERE (p.currency, p.amount, ${budget}) IS DISTINCT FROM (t.currency, t.amount, t.debit::integer)`,
  "I12 a budget of the chat was opened once, gave what its rains and tips say, and returned the rest when it was closed": `
    SELECT b.id, b.amount, b.given, b.reserved, s.given AS paid, s.reserved AS waiting FROM community_chat.budgets b
    LEFT JOIN (SELECT budget_id, sum(given) AS given, sum(reserved) AS reserved FROM (
        SELECT budget_id, coalesce(share * players, 0) AS given, CASE state WHEN 'open' THEN amount ELSE 0 END AS reserved FROM community_chat.rains
        UNION ALL SELECT budget_id, amount, 0 FROM community_chat.tips) each GROUP BY budget_id) s ON s.budget_id = b.id
    LEFT JOIN ${transferSql.all} o ON o.reference = b.id AND o.kind = ${opened}
    LEFT JOIN ${transferSql.all} c ON c.reference = b.id AND c.kind = ${returned}
    WHERE b.given <> coalesce(s.given, 0) OR b.reserved <> coalesce(s.reserved, 0)
      OR (b.currency, b.amount) IS DISTINCT FROM (o.currency, o.amount)
      OR coalesce(c.amount, 0) <> CASE WHEN b.closed_at IS NULL THEN 0 ELSE b.amount - b.given END`,
});
