import type { Queryable } from "#kit/db/db.ts";
import { pairSql } from "#modules/fairness/server/index.ts";
import {
  type Difference,
  differencesOf,
  invariantsOf,
  ledgerInvariants,
  transferSql,
} from "#modules/ledger/server/index.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { archiveRules } from "./archive/archive-invariants.ts";
import { grantRules } from "./grant-invariants.ts";
import { providerRoundRules } from "./provider-rounds/invariants.ts";
import { openSlips, revenueOfSlips, slipKinds, slipRules } from "./slips/invariants.ts";

const { all } = transferSql;
const {
  bonus_stake: bonusStake,
  bonus_payout: bonusPayout,
  bonus_void: bonusVoid,
  bonus_share: bonusBack,
} = kindNumbers;
const betKinds = `(1, 2, 3, 4, ${bonusStake}, ${bonusPayout}, ${bonusVoid}, ${bonusBack})`;
/** Kinds of transfers that a bet of bonus money has beside those of real money. */
const bonusEnds = `(${bonusPayout}, ${bonusVoid}, ${bonusBack})`;

/** Expected balances from the transfers. */
const rebuilt = `
  SELECT player_id, currency, max(seq) AS seq,
    sum((credit = 1)::int * amount - (debit = 1)::int * amount) AS real,
    sum((credit = 2)::int * amount - (debit = 2)::int * amount) AS bonus,
    sum((credit = 3)::int * amount - (debit = 3)::int * amount) AS vault
  FROM ${all} GROUP BY player_id, currency`;

/** The amounts of each bet from the transfers that name it. */
const moved = `
  SELECT player_id, reference, currency,
    count(*) FILTER (WHERE kind = 1) AS stakes, sum(amount) FILTER (WHERE kind = 1) AS staked,
    count(*) FILTER (WHERE kind = ${bonusStake}) AS bonus_stakes, sum(amount) FILTER (WHERE kind = ${bonusStake}) AS bonus_staked,
    count(*) FILTER (WHERE kind IN ${bonusEnds}) AS bonus_ends, sum(amount) FILTER (WHERE kind IN ${bonusEnds}) AS bonus_paid,
    sum(amount) FILTER (WHERE kind IN ${bonusEnds} AND debit BETWEEN 1001 AND 1999) AS bonus_released,
    count(*) FILTER (WHERE kind = 2) AS settles, count(*) FILTER (WHERE kind = 4) AS voids,
    count(*) FILTER (WHERE kind = 3) AS payouts, coalesce(sum(amount) FILTER (WHERE kind = 3), 0) AS paid,
    coalesce(sum(amount) FILTER (WHERE kind IN (2, 4)), 0) AS released
  FROM ${all} WHERE kind IN ${betKinds} GROUP BY player_id, reference, currency`;

/** The number of the first transfer of a bet's payout, and of the real money in it. */
const payoutSeq = `CASE WHEN b.settled_seq IS NULL THEN b.seq + (b.stake > b.from_bonus)::int + (b.from_bonus > 0)::int ELSE b.settled_seq + 1 END`;
/** Of a bet of bonus money alone, its first transfer moves bonus money. */
const stakeRow = `CASE WHEN b.stake > b.from_bonus THEN 1 ELSE ${bonusStake} END, CASE WHEN b.stake > b.from_bonus THEN b.stake - b.from_bonus ELSE b.from_bonus END,
      CASE WHEN b.stake > b.from_bonus THEN 1 ELSE 2 END`;

/** A bet with the transfers whose numbers it names: of its stake, its end, and the payout directly after one of them. */
const named = `
  SELECT b.*, b.status = 1 AND b.settled_seq IS NULL AS instant,
    (s.reference, s.kind, s.amount, s.debit, s.credit) IS NOT DISTINCT FROM (b.key, ${stakeRow},
      b.game + CASE WHEN b.status = 1 AND b.settled_seq IS NULL THEN 2000 ELSE 1000 END) OR b.stake = 0 AS stake_right,
    (e.reference, e.kind, e.amount, e.debit, e.credit) IS NOT DISTINCT FROM (b.key, CASE b.status WHEN 2 THEN 4 ELSE 2 END,
      CASE b.status WHEN 2 THEN b.stake - b.from_bonus ELSE b.stake END,
      b.game + 1000, CASE b.status WHEN 2 THEN 1 ELSE b.game + 2000 END) OR b.stake = 0
      OR b.status = 2 AND b.stake = b.from_bonus AS end_right,
    (p.reference, p.kind, p.amount, p.debit, p.credit) IS NOT DISTINCT FROM (b.key, 3, b.payout - b.paid_bonus, b.game + 2000, 1)
      OR b.payout = b.paid_bonus AS payout_right,
    s.balance_after AS after_stake, coalesce(p.balance_after, e.balance_after, s.balance_after) AS after_end
  FROM wallet.all_bets b
  LEFT JOIN ${all} s ON (s.player_id, s.currency, s.seq) = (b.player_id, b.currency, b.seq)
  LEFT JOIN ${all} e ON (e.player_id, e.currency, e.seq) = (b.player_id, b.currency, b.settled_seq)
  LEFT JOIN ${all} p ON b.status = 1 AND b.payout > b.paid_bonus
    AND (p.player_id, p.currency, p.seq) = (b.player_id, b.currency, ${payoutSeq})`;

/** Decided bets, of one game or of all, as rows of SQL: for an audit that recomputes what they paid. */
export function decidedBets(game?: string): string {
  return `(SELECT player_id, key, stake, payout, win_cap, choice::json AS choice, outcome::json AS outcome,
    opening::json AS opening, journal, rules_version FROM wallet.all_bets
    WHERE status = 1${game === undefined ? "" : ` AND game = ${gameNumber(game)}`})`;
}

export const walletInvariants = invariantsOf({
  ...providerRoundRules,
  ...slipRules,
  ...grantRules,
  ...archiveRules,
  "I2 all accounts of a currency sum to zero: balances of players as they are stored, all others by their transfers": `
    SELECT currency, sum(balance) AS sum FROM (
      SELECT currency, sum(real + bonus + vault) AS balance FROM wallet.wallets GROUP BY currency
      UNION ALL SELECT currency, sum(amount) FROM (
        SELECT currency, credit AS account, amount FROM ${all} UNION ALL SELECT currency, debit, -amount FROM ${all}) s
      WHERE account > 3 GROUP BY currency) b
    GROUP BY currency HAVING sum(balance) <> 0`,
  "I3 stored balances equal the sum of their transfers, numbers included": `
    SELECT player_id, currency, w.real, r.real AS rebuilt, w.seq, r.seq AS last
    FROM wallet.wallets w FULL JOIN (${rebuilt}) r USING (player_id, currency)
    WHERE (w.real, w.bonus, w.vault, w.seq) IS DISTINCT FROM
      (coalesce(r.real, 0), coalesce(r.bonus, 0), coalesce(r.vault, 0), coalesce(r.seq, 0))`,
  "I4 no balance is negative": "SELECT * FROM wallet.wallets WHERE least(real, bonus, vault) < 0",
  "I7 each bet has one stake and, when it ended, one end": `
    SELECT b.player_id, b.key, b.status, b.stake, b.payout, m.* FROM wallet.all_bets b
    LEFT JOIN (${moved}) m ON m.player_id = b.player_id AND m.reference = b.key AND m.currency = b.currency
    WHERE coalesce(m.stakes, 0) <> (b.stake > b.from_bonus)::int OR coalesce(m.staked, 0) <> b.stake - b.from_bonus
      OR coalesce(m.bonus_stakes, 0) <> (b.from_bonus > 0)::int OR coalesce(m.bonus_staked, 0) <> b.from_bonus
      OR coalesce(m.bonus_ends, 0) <> (b.paid_bonus > 0)::int OR coalesce(m.bonus_paid, 0) <> b.paid_bonus
      OR coalesce(m.settles, 0) <> (b.status = 1 AND b.settled_seq IS NOT NULL AND b.stake > 0)::int
      OR coalesce(m.voids, 0) <> (b.status = 2 AND b.stake > b.from_bonus)::int
      OR coalesce(m.released, 0) + coalesce(m.bonus_released, 0) <> CASE WHEN b.settled_seq IS NULL THEN 0 ELSE b.stake END
      OR coalesce(m.payouts, 0) <> (b.status = 1 AND b.payout > b.paid_bonus)::int
      OR coalesce(m.paid, 0) <> CASE WHEN b.status = 1 THEN b.payout - b.paid_bonus ELSE 0 END`,
  "I7 a bet names its own transfers, between the right accounts, and records the resulting balances": `
    SELECT player_id, key, status, seq, settled_seq, balance_after, settled_balance FROM (${named}) b
    WHERE NOT stake_right OR (settled_seq IS NOT NULL AND NOT end_right) OR (status = 1 AND payout > 0 AND NOT payout_right)
      OR stake > 0 AND grant_no IS NULL AND (balance_after IS DISTINCT FROM CASE WHEN instant THEN after_end ELSE after_stake END
        OR settled_balance IS DISTINCT FROM CASE WHEN status = 0 THEN NULL ELSE after_end END)`,
  "I10 no bet waits for a round that is over": `
    SELECT b.player_id, b.key, b.gate, b.round, g.round AS present FROM wallet.all_bets b LEFT JOIN wallet.gates g ON g.name = b.gate
    WHERE b.status = 0 AND b.gate IS NOT NULL AND b.round IS DISTINCT FROM g.round`,
  "I10 stakes in play are the stakes of open bets": `
    SELECT * FROM (
      SELECT currency, account - 1000 AS game, sum(amount) AS in_play FROM (
        SELECT currency, credit AS account, amount FROM ${all} UNION ALL SELECT currency, debit, -amount FROM ${all}) s
      WHERE account BETWEEN 1001 AND 1999 GROUP BY currency, account) l
    FULL JOIN (SELECT currency, game, sum(stake) AS open FROM (
        SELECT currency, game::int, stake FROM wallet.all_bets WHERE status = 0 UNION ALL ${openSlips}) o GROUP BY currency, game) b
      USING (currency, game)
    WHERE coalesce(in_play, 0) <> coalesce(open, 0)`,
  "I10 a round that is played in steps is open as long as its bet is": `
    SELECT player_id, key, b.game AS bet_game, o.game AS round_game FROM
      (SELECT player_id, key, game FROM wallet.all_bets WHERE status = 0 AND opening IS NOT NULL) b
      FULL JOIN wallet.open_rounds o USING (player_id, key)
    WHERE b.game IS DISTINCT FROM o.game`,
  "I10 a bet that waits has something to wait for: a shared round or its own steps": `
    SELECT player_id, key FROM wallet.all_bets WHERE status = 0 AND nonce IS NOT NULL AND opening IS NULL`,
  "I6 a step is in a journal once": `
    SELECT player_id, key FROM (
      SELECT player_id, key, unnest(journal)::json ->> 'key' AS step FROM wallet.all_bets WHERE journal IS NOT NULL
      UNION ALL SELECT player_id, key, unnest(journal)::json ->> 'key' FROM wallet.open_rounds) s
    GROUP BY player_id, key, step HAVING count(*) > 1`,
  "I10 money on its way out is the sum of the holds that are pending, none of them past its time by more than a minute or two": `
    SELECT currency, account, held, pending, late FROM (
      SELECT currency, account, sum(amount) AS held FROM (
        SELECT currency, credit AS account, amount FROM ${all} UNION ALL SELECT currency, debit, -amount FROM ${all}) s
      WHERE account BETWEEN 201 AND 299 GROUP BY currency, account) l
    FULL JOIN (SELECT currency, account::int, sum(amount) AS pending,
        count(*) FILTER (WHERE expires_at < (SELECT max(at) FROM ${all}) - interval '2 minutes') AS late
      FROM wallet.holds WHERE status = 0 GROUP BY currency, account) h USING (currency, account)
    WHERE coalesce(held, 0) <> coalesce(pending, 0) OR late > 0`,
  "I10 a hold is taken once and ends once, as its row says": `
    SELECT h.id, h.status, t.kind FROM (
      SELECT id, player_id, currency, amount, status, e.kind FROM wallet.holds CROSS JOIN LATERAL (VALUES (held_kind),
        (CASE status WHEN 1 THEN posted_kind WHEN 2 THEN released_kind END)) e(kind) WHERE e.kind IS NOT NULL) h
    FULL JOIN (SELECT t.* FROM ${all} t JOIN wallet.holds o ON o.id = t.reference AND o.player_id = t.player_id
        AND t.kind IN (o.held_kind, o.posted_kind, o.released_kind)) t ON t.reference = h.id AND t.kind = h.kind
    WHERE (h.player_id, h.currency, h.amount) IS DISTINCT FROM (t.player_id, t.currency, t.amount)`,
  "I9 the response to a caller's movement matches the ledger": `
    SELECT m.player_id, m.reference, m.kind, m.balance_after AS told, t.balance_after FROM wallet.movements m
    LEFT JOIN ${all} t ON (t.player_id, t.currency, t.seq) = (m.player_id, m.currency, m.seq)
    WHERE (m.reference, m.kind, m.balance_after) IS DISTINCT FROM (t.reference, t.kind, t.balance_after)`,
  "I14 what the casino owes is what its accounts say: balances, stakes of open bets and money on its way out": `
    SELECT currency, owed, kept FROM (
      SELECT currency, sum(amount) AS owed FROM (
        SELECT currency, player_id, credit AS account, amount FROM ${all}
        UNION ALL SELECT currency, player_id, debit, -amount FROM ${all}) s
      WHERE account IN (1, 2, 3) OR account BETWEEN 201 AND 299 OR account BETWEEN 1001 AND 1999 GROUP BY currency) l
    FULL JOIN (SELECT currency, sum(amount) AS kept FROM (
        SELECT currency, real + bonus + vault AS amount FROM wallet.wallets
        UNION ALL SELECT currency, stake FROM wallet.all_bets WHERE status = 0
        UNION ALL SELECT currency, stake FROM (${openSlips}) s
        UNION ALL SELECT currency, amount FROM wallet.holds WHERE status = 0) k GROUP BY currency) k USING (currency)
    WHERE coalesce(owed, 0) <> coalesce(kept, 0)`,
  "I17 bonus money is given before it is released or forfeited, and no more of it than was given": `
    SELECT player_id, currency, seq, left_over FROM (
      SELECT player_id, currency, seq, sum(CASE WHEN credit = 2 THEN amount ELSE -amount END)
        OVER (PARTITION BY player_id, currency ORDER BY seq) AS left_over
      FROM ${all} WHERE debit = 2 OR credit = 2) b WHERE left_over < 0`,
  "I12 every transfer of a bet names a bet": `
    SELECT t.player_id, t.currency, t.seq FROM ${all} t WHERE t.kind IN ${betKinds}
      AND NOT EXISTS (SELECT FROM wallet.all_bets b WHERE b.player_id = t.player_id AND b.key = t.reference)`,
  "I12 every other transfer names its movement, and every movement has its transfer": `
    SELECT player_id, currency, seq FROM (SELECT * FROM ${all} WHERE kind NOT IN ${betKinds} AND kind NOT IN ${slipKinds}) t
    FULL JOIN wallet.movements m USING (player_id, currency, seq)
    WHERE (t.reference, t.kind, t.amount, t.debit, t.credit, t.balance_after)
      IS DISTINCT FROM (m.reference, m.kind, m.amount, m.debit, m.credit, m.balance_after)`,
  "I13 a game's result is its stakes minus its payouts, before what it put into its pot": `
    SELECT * FROM (
      SELECT currency, account - 2000 AS game, sum(amount) AS result FROM (
        SELECT currency, credit AS account, amount FROM ${all}
        UNION ALL SELECT currency, debit, -amount FROM ${all}
          WHERE kind NOT IN (${kindNumbers.jackpot_share}, ${kindNumbers.jackpot_reserve}, ${kindNumbers.round_credit})) s
      WHERE account BETWEEN 2001 AND 2999 GROUP BY currency, account) l
    FULL JOIN (SELECT currency, game, sum(kept) AS kept FROM (
        SELECT currency, game::int, stake - payout AS kept FROM wallet.all_bets WHERE status = 1 UNION ALL ${revenueOfSlips}
        UNION ALL SELECT currency, game::int, taken - returned FROM wallet.round_voids) k GROUP BY currency, game) b
      USING (currency, game)
    WHERE coalesce(result, 0) <> coalesce(kept, 0)`,
  "I20 no bet ends before it begins": "SELECT player_id, key FROM wallet.all_bets WHERE settled_at < placed_at",
  "I7 a nonce decides one bet": `
    SELECT player_id, seed_number, nonce, count(*) FROM wallet.all_bets WHERE nonce IS NOT NULL
    GROUP BY player_id, seed_number, nonce HAVING count(*) > 1`,
  "I7 the nonces of a seed run 0, 1, 2 ... without gaps, and the pair stands at the next": `
    SELECT player_id, seed_number, least, most, bets, next FROM (
      SELECT player_id, seed_number, min(nonce) AS least, max(nonce) AS most, count(*) AS bets
      FROM wallet.all_bets WHERE nonce IS NOT NULL GROUP BY player_id, seed_number) n
    FULL JOIN (SELECT pair.player_id, pair.seed_number, pair.nonce AS next FROM ${pairSql.table}) p USING (player_id, seed_number)
    WHERE least <> 0 OR most + 1 <> bets OR next <> coalesce(bets, 0)`,
});

/** Checks every rule of the ledger and the wallet; an empty result means that the books are correct. */
export function auditBooks(on: Queryable): Promise<readonly Difference[]> {
  return differencesOf(on, [...ledgerInvariants, ...walletInvariants]);
}
