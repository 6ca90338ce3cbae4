import type { Queryable } from "#kit/db/db.ts";
import { auditLedger, type Difference, findDifferences, transferSql } from "#modules/ledger/server/index.ts";

const { all } = transferSql;
const betKinds = "(1, 2, 3, 4)";

/** What the purses should be by the transfers. */
const rebuilt = `
  SELECT player_id, currency, max(seq) AS seq,
    sum((credit = 1)::int * amount - (debit = 1)::int * amount) AS real,
    sum((credit = 2)::int * amount - (debit = 2)::int * amount) AS bonus,
    sum((credit = 3)::int * amount - (debit = 3)::int * amount) AS vault
  FROM ${all} GROUP BY player_id, currency`;

/** What each bet moved by the transfers that name it. */
const moved = `
  SELECT player_id, reference, currency,
    count(*) FILTER (WHERE kind = 1) AS stakes, sum(amount) FILTER (WHERE kind = 1) AS staked,
    count(*) FILTER (WHERE kind = 2) AS settles, count(*) FILTER (WHERE kind = 4) AS voids,
    count(*) FILTER (WHERE kind = 3) AS payouts, coalesce(sum(amount) FILTER (WHERE kind = 3), 0) AS paid,
    coalesce(sum(amount) FILTER (WHERE kind IN (2, 4)), 0) AS released
  FROM ${all} WHERE kind IN ${betKinds} GROUP BY player_id, reference, currency`;

const rules: Readonly<Record<string, string>> = {
  "I3 stored purses equal the sum of their transfers, numbers included": `
    SELECT player_id, currency, w.real, r.real AS rebuilt, w.seq, r.seq AS last
    FROM wallet.wallets w FULL JOIN (${rebuilt}) r USING (player_id, currency)
    WHERE (w.real, w.bonus, w.vault, w.seq) IS DISTINCT FROM
      (coalesce(r.real, 0), coalesce(r.bonus, 0), coalesce(r.vault, 0), coalesce(r.seq, 0))`,
  "I4 no purse is negative": "SELECT * FROM wallet.wallets WHERE least(real, bonus, vault) < 0",
  "I7 each bet has one stake and, when it ended, one end": `
    SELECT b.player_id, b.key, b.status, b.stake, b.payout, m.* FROM wallet.bets b
    LEFT JOIN (${moved}) m ON m.player_id = b.player_id AND m.reference = b.key AND m.currency = b.currency
    WHERE m.stakes IS DISTINCT FROM 1 OR m.staked <> b.stake
      OR m.settles <> (b.status = 1 AND b.settled_seq IS NOT NULL)::int OR m.voids <> (b.status = 2)::int
      OR m.released <> CASE WHEN b.settled_seq IS NULL THEN 0 ELSE b.stake END
      OR m.payouts <> (b.status = 1 AND b.payout > 0)::int
      OR m.paid <> CASE WHEN b.status = 1 THEN b.payout ELSE 0 END`,
  "I10 stakes in play are the stakes of open bets": `
    SELECT * FROM (
      SELECT currency, account - 1000 AS game, sum(amount) AS in_play FROM (
        SELECT currency, credit AS account, amount FROM ${all} UNION ALL SELECT currency, debit, -amount FROM ${all}) s
      WHERE account BETWEEN 1001 AND 1999 GROUP BY currency, account) l
    FULL JOIN (SELECT currency, game::int, sum(stake) AS open FROM wallet.bets WHERE status = 0 GROUP BY currency, game) b
      USING (currency, game)
    WHERE coalesce(in_play, 0) <> coalesce(open, 0)`,
  "I12 every transfer of a bet names a bet": `
    SELECT t.player_id, t.currency, t.seq FROM ${all} t WHERE t.kind IN ${betKinds}
      AND NOT EXISTS (SELECT FROM wallet.bets b WHERE b.player_id = t.player_id AND b.key = t.reference)`,
  "I12 every other transfer names its movement, and every movement has its transfer": `
    SELECT player_id, currency, seq FROM (SELECT * FROM ${all} WHERE kind NOT IN ${betKinds}) t
    FULL JOIN wallet.movements m USING (player_id, currency, seq)
    WHERE (t.reference, t.kind, t.amount, t.debit, t.credit, t.balance_after)
      IS DISTINCT FROM (m.reference, m.kind, m.amount, m.debit, m.credit, m.balance_after)`,
  "I13 a game's result is its stakes minus its payouts": `
    SELECT * FROM (
      SELECT currency, account - 2000 AS game, sum(amount) AS result FROM (
        SELECT currency, credit AS account, amount FROM ${all} UNION ALL SELECT currency, debit, -amount FROM ${all}) s
      WHERE account BETWEEN 2001 AND 2999 GROUP BY currency, account) l
    FULL JOIN (SELECT currency, game::int, sum(stake - payout) AS kept FROM wallet.bets WHERE status = 1 GROUP BY currency, game) b
      USING (currency, game)
    WHERE coalesce(result, 0) <> coalesce(kept, 0)`,
  "I20 no bet ends before it begins": "SELECT player_id, key FROM wallet.bets WHERE settled_at < placed_at",
  "a nonce decides one bet": `
    SELECT player_id, seed_number, nonce, count(*) FROM wallet.bets WHERE nonce IS NOT NULL
    GROUP BY player_id, seed_number, nonce HAVING count(*) > 1`,
};

/** Checks everything the ledger and the wallet promise; an empty answer means that the books are right. */
export async function auditBooks(on: Queryable): Promise<readonly Difference[]> {
  return [...(await auditLedger(on)), ...(await findDifferences(on, rules))];
}
