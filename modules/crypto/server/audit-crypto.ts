import { type Invariant, invariantsOf, transferSql } from "#modules/ledger/server/index.ts";
import { account, depositsClearing } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { railReceiptsSql } from "#modules/payments/server/index.ts";

const named = `(SELECT *, (SELECT chain_id FROM crypto.cursor) || ':' || tx_hash || ':' || ordinal AS name
  FROM crypto.transfers WHERE amount IS NOT NULL)`;

const feeTransfers = `(SELECT * FROM ${transferSql.all}
  WHERE kind = ${kindNumbers.commission} AND debit = ${account("fees")})`;

/** Compares the coins with the books of payments, and both with the last known chain state. */
export const cryptoInvariants: readonly Invariant[] = invariantsOf({
  "I11 every transfer on the chain that was decided on is one payment, and every payment in a coin is such a transfer": `
    SELECT t.id, t.tx_hash, r.payment_id FROM ${named} t
    FULL JOIN (SELECT * FROM ${railReceiptsSql} p WHERE rail IN ('usdt', 'eth')) r ON r.payment_id = t.name
    WHERE (t.coin, t.currency, t.amount, t.state) IS DISTINCT FROM (r.rail, r.currency, r.amount, r.disposition)`,
  "I11 a credited transfer has the value given by its recorded rate": `
    SELECT id, units, rate, amount FROM crypto.transfers
    WHERE state = 'credited' AND amount <> trunc(trunc(units * rate::numeric) / CASE coin WHEN 'eth' THEN 1e12 ELSE 1 END)`,
  "I11 a credited transfer is still on the chain": `
    SELECT id, tx_hash, vanished_at FROM crypto.transfers WHERE state = 'credited' AND vanished_at IS NOT NULL`,
  "I11 a transfer belongs to the address of its own coin's player, and the numbers of addresses have no gaps": `
    SELECT t.id::text AS what FROM crypto.transfers t JOIN crypto.addresses a USING (number) WHERE t.recipient <> a.address
    UNION ALL SELECT 'a gap' FROM crypto.addresses HAVING max(number) + 1 <> count(*)`,
  "I11 the chain had what the books of the coins said, when they were last compared": `
    SELECT * FROM (SELECT DISTINCT ON (coin) * FROM crypto.reconciliations ORDER BY coin, at DESC, id DESC) last
    WHERE in_books <> on_chain`,
  "I11 a payout in coins has a signature when it has a nonce, and is in a block when it has ended": `
    SELECT payout_id, state FROM crypto.orders o
    WHERE (nonce IS NOT NULL) <> EXISTS (SELECT FROM crypto.signatures s WHERE s.payout_id = o.payout_id)
      OR (state IN ('final', 'failed') AND block_number IS NULL)`,
  "I11 what the network took for an order is in the books once, at the value given by its recorded rate": `
    SELECT f.order_id, t.seq FROM crypto.network_fees f FULL JOIN ${feeTransfers} t ON t.reference = f.order_id
    WHERE (f.currency, f.amount, ${depositsClearing("eth")}) IS DISTINCT FROM (t.currency, t.amount, t.credit)
      OR f.amount <> greatest(1, trunc(trunc(f.wei * f.rate::numeric) / 1e12))`,
  "I11 what leaves a player's address goes to the hot wallet, and what was sent there for gas is no deposit": `
    SELECT o.payout_id::text AS what FROM crypto.orders o JOIN crypto.transfers t ON t.tx_hash = o.tx_hash
      WHERE o.kind IN ('sweep', 'gas') AND (t.state NOT IN ('seen', 'funding') OR t.number IS NOT NULL OR t.units <> o.units)
    UNION ALL SELECT o.payout_id::text FROM crypto.orders o WHERE kind = 'sweep' AND state = 'final'
      AND NOT EXISTS (SELECT FROM crypto.transfers t WHERE t.tx_hash = o.tx_hash)
      AND block_number <= (SELECT number FROM crypto.cursor)`,
});
