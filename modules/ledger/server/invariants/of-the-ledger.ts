import { account, everyAccount, providerGames } from "../../shared/chart.ts";
import { kindNumbers, type TransferKind } from "../../shared/kinds.ts";
import { accountsOf, recipes } from "../../shared/recipes.ts";
import { transferArchiveRules } from "../archive/archive-invariants.ts";
import { invariantsOf } from "./invariant.ts";

/** Every (kind, debit, credit) that a recipe allows, as rows of SQL. */
const allowed = Object.entries(recipes).flatMap(([kind, { legs }]) =>
  legs.flatMap(([debit, credit]) =>
    accountsOf(debit).flatMap(from =>
      accountsOf(credit).map(to => `(${kindNumbers[kind as TransferKind]}, ${from}, ${to})`),
    ),
  ),
);
/** The code of an account in the chart: accounts of all connected providers are listed under the first one. */
const chartCode = (
  column: string,
) => `CASE WHEN ${column} / 1000 IN (1, 2) AND ${column} % 1000 >= ${providerGames.least}
      THEN ${column} - ${column} % 1000 + ${providerGames.least} ELSE ${column} END`;
/** Kinds of movements that have a row of their own outside the ledger; those of bets name the bet. */
const once = Object.values(kindNumbers).join(", ");
const codes = (prefix: string) =>
  everyAccount
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ code }) => code)
    .join(", ");
/** The balance of an account, by owner, from the rows of both its sides. */
const held = (condition: string, owner = "") => `
  SELECT currency, account${owner && ", player_id"}, sum(amount) AS held FROM (
    SELECT currency, player_id, credit AS account, amount FROM ledger.all_transfers
    UNION ALL SELECT currency, player_id, debit, -amount FROM ledger.all_transfers) sides
  WHERE account IN (${condition}) GROUP BY currency, account${owner && ", player_id"}`;

/**
 * The rules of the ledger by itself. Each query gives the rows that break its rule.
 * Rules that need stored balances or bets beside the rows (I2, I3, I7 ...) are checked by the wallet.
 */
export const ledgerInvariants = invariantsOf({
  ...transferArchiveRules,
  "I1 every transfer is one of the recipes: a kind, between the accounts of that kind": `
    SELECT player_id, currency, seq, kind, debit, credit FROM ledger.all_transfers
    WHERE (kind, ${chartCode("debit")}, ${chartCode("credit")}) NOT IN (VALUES ${allowed.join(", ")})`,
  "I1 every transfer is positive and between two accounts": `
    SELECT player_id, currency, seq FROM ledger.all_transfers WHERE amount <= 0 OR debit = credit`,
  "I19 numbers of a wallet run 1, 2, 3 ... without gaps": `
    SELECT player_id, currency, min(seq) AS first, max(seq) AS last, count(*) AS count
    FROM ledger.all_transfers GROUP BY player_id, currency HAVING min(seq) <> 1 OR max(seq) <> count(*)`,
  "I19 balance_after is the balance rebuilt up to that number": `
    SELECT player_id, currency, seq, balance_after, rebuilt FROM (
      SELECT player_id, currency, seq, balance_after, CASE
        WHEN debit = 2 OR (debit > 3 AND credit = 2) THEN sum((credit = 2)::int * amount - (debit = 2)::int * amount) OVER wallet
        WHEN debit = 3 OR (debit > 3 AND credit = 3) THEN sum((credit = 3)::int * amount - (debit = 3)::int * amount) OVER wallet
        ELSE sum((credit = 1)::int * amount - (debit = 1)::int * amount) OVER wallet END AS rebuilt
      FROM ledger.all_transfers WINDOW wallet AS (PARTITION BY player_id, currency ORDER BY seq)) chain
    WHERE balance_after <> rebuilt`,
  "I5 transfers are append-only, and deleted only once they are archived: the guards stand on every partition": `
    SELECT part.relid::regclass::text AS partition FROM pg_partition_tree('ledger.transfers') part
    WHERE (SELECT count(*) FROM pg_trigger t WHERE t.tgrelid = part.relid
      AND t.tgname IN ('append_only', 'only_archived', 'no_truncate') AND t.tgenabled <> 'D') < 3`,
  "I4 only a recalled deposit makes a player owe the casino: what is to be returned, quarantined, on its way, in a pot, in its reserve or in a budget of the chat is never below zero": `
    SELECT * FROM (${held(`${codes("to be returned")}, ${codes("payouts:")}`, "owner")}
      UNION ALL SELECT currency, account, NULL::uuid, held FROM (${held(`${codes("quarantine")}, ${codes("jackpot:")}, ${codes("jackpot reserve:")}, ${account("chat budget")}`)}) h) all_held
    WHERE held < 0`,
  "I4 a debt by a recalled deposit is never paid back twice": `
    SELECT * FROM (${held(`${account("receivable")}`, "owner")}) owed WHERE held > 0`,
  "I6 a movement happens once: no two transfers of one owner, reference and kind": `
    SELECT player_id, reference, kind, count(*) FROM ledger.all_transfers WHERE kind IN (${once})
    GROUP BY player_id, reference, kind HAVING count(*) > 1`,
  "I6 what makes it happen once stands: keys of bets, of movements and of transfers": `
    SELECT wanted.name FROM (VALUES ('ledger.transfers', '{player_id,currency,seq}'::text[]),
      ('wallet.bets', '{player_id,key}'), ('wallet.movements', '{player_id,reference,kind}')) wanted(name, keys)
    WHERE to_regclass(wanted.name) IS NOT NULL AND NOT EXISTS (
      SELECT FROM pg_index i WHERE i.indrelid = to_regclass(wanted.name) AND i.indisprimary AND wanted.keys =
        (SELECT array_agg(a.attname::text ORDER BY k.place) FROM unnest(i.indkey::int2[]) WITH ORDINALITY k(attnum, place)
         JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum))`,
  "I16 money is whole micro-units in every table: no column of a sum is anything but bigint": `
    SELECT table_schema, table_name, column_name, data_type FROM information_schema.columns
    WHERE table_schema NOT IN ('pg_catalog', 'information_schema', 'graphile_worker')
      AND (data_type IN ('real', 'double precision', 'money') OR (data_type <> 'bigint'
        AND column_name IN ('amount', 'stake', 'payout', 'win_cap', 'balance_after', 'settled_balance', 'credited', 'held', 'real',
          'bonus', 'sold', 'received', 'remainder')))`,
  "I18 a pot is its seed and its shares less what was won, and nothing else reaches it": `
    SELECT h.currency, h.account, h.held, m.held AS explained FROM (${held(codes("jackpot:"))}) h
    LEFT JOIN (SELECT currency, pot AS account, sum(amount) AS held FROM (
        SELECT currency, credit AS pot, amount FROM ledger.all_transfers WHERE kind IN (${kindNumbers.jackpot_seed}, ${kindNumbers.jackpot_share}, ${kindNumbers.jackpot_reseed}, ${kindNumbers.jackpot_lent})
        UNION ALL SELECT currency, debit, -amount FROM ledger.all_transfers WHERE kind = ${kindNumbers.jackpot_win}) parts
      GROUP BY currency, pot) m USING (currency, account)
    WHERE h.held IS DISTINCT FROM m.held`,
  "I20 a wallet's times grow with its numbers, but for the little that clocks of two processes differ": `
    SELECT player_id, currency, seq, at, before FROM (
      SELECT player_id, currency, seq, at, lag(at) OVER (PARTITION BY player_id, currency ORDER BY seq) AS before FROM ledger.all_transfers) t
    WHERE at < before - interval '5 s'`,
});
