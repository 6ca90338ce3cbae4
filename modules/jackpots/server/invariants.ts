import { invariantsOf, transferSql } from "#modules/ledger/server/index.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { endedBetsSql } from "#modules/wallet/server/index.ts";
import { potAccount, reserveAccount } from "./begin-pot.ts";

const held = (code: number) => `
  SELECT currency, sum(CASE WHEN credit = ${code} THEN amount ELSE -amount END) AS held FROM ${transferSql.all} t
  WHERE credit = ${code} OR debit = ${code} GROUP BY currency`;

/** An entry with what it follows: the pot's terms, and the entry before it. */
const chained = `
  SELECT e.*, j.kind, p.bound,
    CASE WHEN j.kind = 'random' THEN p.bound ELSE p.bound - e.before END AS range,
    CASE WHEN j.kind = 'random' THEN e.stake ELSE e.share END AS part,
    lag(e.number, 1, 0) OVER w AS last_number, lag(e.won, 1, false) OVER w AS last_won, lag(e.pot, 1, 1) OVER w AS last_pot,
    lag(e.before + e.share) OVER w AS last_after,
    lag((e.stake::numeric * e.rate + e.rest_share) % 1000000, 1, 0) OVER w AS carried_share,
    lag((div(e.stake::numeric * e.rate + e.rest_share, 1000000) + e.rest_reserve) % 10, 1, 0) OVER w AS carried_reserve,
    coalesce(encode(lag(e.hash) OVER w, 'hex'), encode(sha256(convert_to('jackpots-1:' || e.jackpot_id, 'UTF8')), 'hex')) AS last_hash,
    p.from_reserve + p.from_bank AS seed
  FROM jackpots.entries e JOIN jackpots.jackpots j ON j.id = e.jackpot_id
  JOIN jackpots.pots p ON p.jackpot_id = e.jackpot_id AND p.number = e.pot WINDOW w AS (PARTITION BY e.jackpot_id ORDER BY e.number)`;

export const jackpotInvariants = invariantsOf({
  "I18 a pot of our own games is its seed and the shares of its entries, to the micro-unit; what was paid is what it held": `
    SELECT p.jackpot_id, p.number, p.amount, w.amount AS won, p.from_reserve + p.from_bank + coalesce(e.shares, 0) AS explained FROM jackpots.pots p
    LEFT JOIN (SELECT jackpot_id, pot, sum(share) AS shares FROM jackpots.entries GROUP BY jackpot_id, pot) e ON e.jackpot_id = p.jackpot_id AND e.pot = p.number
    LEFT JOIN jackpots.wins w ON w.jackpot_id = p.jackpot_id AND w.pot = p.number
    WHERE p.amount <> p.from_reserve + p.from_bank + coalesce(e.shares, 0)
      OR (p.won_at IS NULL) <> (w.amount IS NULL) OR w.amount <> p.amount`,
  "I18 the account of the pots holds what is in them and what was won and is not paid yet": `
    SELECT currency, b.held, p.held AS explained FROM (${held(potAccount)}) b FULL JOIN (
      SELECT j.currency, sum(p.amount) AS held FROM jackpots.pots p JOIN jackpots.jackpots j ON j.id = p.jackpot_id
      LEFT JOIN jackpots.wins w ON w.jackpot_id = p.jackpot_id AND w.pot = p.number
      WHERE p.won_at IS NULL OR w.paid_at IS NULL GROUP BY j.currency) p USING (currency)
    WHERE coalesce(b.held, 0) <> coalesce(p.held, 0)`,
  "I18 the account of the reserves holds what they are: their shares of the entries less what they gave to pots": `
    SELECT currency, b.held, r.held AS stored, r.explained FROM (${held(reserveAccount)}) b FULL JOIN (
      SELECT j.currency, sum(j.reserve) AS held, sum(coalesce(e.reserves, 0) - coalesce(p.given, 0)) AS explained FROM jackpots.jackpots j
      LEFT JOIN (SELECT jackpot_id, sum(reserve) AS reserves FROM jackpots.entries GROUP BY jackpot_id) e ON e.jackpot_id = j.id
      LEFT JOIN (SELECT jackpot_id, sum(from_reserve) AS given FROM jackpots.pots GROUP BY jackpot_id) p ON p.jackpot_id = j.id
      GROUP BY j.currency) r USING (currency)
    WHERE coalesce(b.held, 0) <> coalesce(r.held, 0) OR coalesce(r.held, 0) <> coalesce(r.explained, 0)`,
  "I18 an entry's share and reserve follow from its stake, its rate and what was carried, and nothing is lost": `
    SELECT jackpot_id, number FROM (${chained}) e
    WHERE share + reserve <> div(stake::numeric * rate + rest_share, 1000000)
      OR (rest_share, rest_reserve) IS DISTINCT FROM (carried_share, carried_reserve)
      OR share <> least(share + reserve - div(share + reserve + rest_reserve, 10), CASE WHEN kind = 'random' THEN share ELSE bound - before END)`,
  "I18 entries are numbered without gaps, each follows the pot as the one before it left it, and its hash covers that one": `
    SELECT jackpot_id, number FROM (${chained}) e
    WHERE number <> last_number + 1 OR pot <> last_pot + last_won::int OR before <> CASE WHEN pot <> last_pot OR last_after IS NULL THEN seed ELSE last_after END
      OR hash <> sha256(convert_to(last_hash || ':jackpots-1:' || concat_ws(':', jackpot_id, pot, number, kind, bound, before, stake, rate, rest_share, rest_reserve, word), 'UTF8'))`,
  "I18 an entry wins exactly when its word says so, and the pot that it wins is owed to its player": `
    SELECT e.jackpot_id, e.number, e.won, w.player_id FROM (${chained}) e LEFT JOIN jackpots.wins w ON w.entry_id = e.id
    WHERE e.won <> (e.word * e.range < e.part * 18446744073709551616::numeric)
      OR e.won <> (w.entry_id IS NOT NULL)
      OR (e.won AND (w.player_id, w.jackpot_id, w.pot, w.number, w.amount) IS DISTINCT FROM (e.player_id, e.jackpot_id, e.pot, e.number, e.before + e.share))`,
  "I18 an entry is of a bet that ended and was not void, with its real stake": `
    SELECT e.jackpot_id, e.number, e.player_id, e.bet_key FROM jackpots.entries e
    WHERE ${endedBetsSql.isNotOfSeeds("e")}`,
  "I18 a pot that was won is in the books once: from the pots' account to its player, under the id of its entry": `
    SELECT coalesce(w.entry_id, t.reference) AS entry, w.paid_at, t.amount FROM jackpots.wins w
    FULL JOIN (SELECT * FROM ${transferSql.all} t WHERE t.kind = ${kindNumbers.jackpot_win} AND t.debit = ${potAccount}) t
      ON t.player_id = w.player_id AND t.reference = w.entry_id
    WHERE (w.paid_at IS NOT NULL) IS DISTINCT FROM (t.amount IS NOT NULL)
      OR (t.amount IS NOT NULL AND (t.currency, t.amount, t.credit) IS DISTINCT FROM (w.currency, w.amount, ${account("player:real")}::smallint))`,
});
