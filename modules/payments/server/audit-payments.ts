import type { Queryable } from "#kit/db/db.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { type Difference, differencesOf, houseOwner, invariantsOf, transferSql } from "#modules/ledger/server/index.ts";
import { account, depositsClearing, providerNumbers } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";

const { deposit, deposit_held, quarantine, return: back, payout_request, payout_cancelled, payout_sent } = kindNumbers;
const { chargeback, commission, refund_request, refund_cancelled, refund_sent } = kindNumbers;
const fees = account("fees");
const clearing = Object.keys(providerNumbers)
  .map(provider => `('${provider}', ${depositsClearing(provider)})`)
  .join(", ");
const currencies = currencyCodes.map(code => `'${code}'`).join(", ");

export const paymentInvariants = invariantsOf({
  "I11 every payment that came in is one transfer from its provider, two where a part goes back, and every such transfer is a payment": `
    SELECT id, provider, payment_id, reference, seq FROM (
      SELECT r.id, r.provider, r.payment_id, r.currency, p.owner, c.account AS clearing, p.kind, p.part
      FROM payments.receipts r JOIN (VALUES ${clearing}) c(name, account) ON c.name = r.provider
      CROSS JOIN LATERAL (VALUES
        (CASE disposition WHEN 'credited' THEN ${deposit} WHEN 'to_be_returned' THEN ${deposit_held} ELSE ${quarantine} END,
          r.amount - r.held, coalesce(r.player_id, '${houseOwner}')),
        (${deposit_held}, r.held, r.player_id),
        (${quarantine}, CASE WHEN r.quarantined_at IS NULL THEN 0 ELSE r.amount END, '${houseOwner}'::uuid)) p(kind, part, owner)
      WHERE r.currency IN (${currencies}) AND p.part > 0) r
    FULL JOIN (SELECT * FROM ${transferSql.all} WHERE kind NOT IN (${payout_sent}, ${back}, ${chargeback}, ${refund_sent})
      AND NOT (kind = ${commission} AND debit = ${fees}) AND (debit IN (SELECT account FROM (VALUES ${clearing}) c(name, account))
        OR credit IN (SELECT account FROM (VALUES ${clearing}) c(name, account)))) t ON t.reference = r.id AND t.kind = r.kind
    WHERE (r.owner, r.currency, r.part, r.kind, r.clearing) IS DISTINCT FROM (t.player_id, t.currency, t.amount, t.kind, t.debit)`,
  "I11 a payout is taken from its player once, and ends once: with the provider, with its player, or not yet": `
    SELECT id, provider, status, reference, seq FROM (
      SELECT p.id, p.provider, p.player_id, p.currency, p.amount, p.status, e.kind FROM payments.payouts p
      CROSS JOIN LATERAL (VALUES (${payout_request}),
        (CASE p.status WHEN 3 THEN ${payout_sent} WHEN 5 THEN ${payout_cancelled} WHEN 6 THEN ${payout_cancelled} END)) e(kind)
      WHERE e.kind IS NOT NULL) p
    FULL JOIN (SELECT * FROM ${transferSql.all} WHERE kind IN (${payout_request}, ${payout_cancelled}, ${payout_sent})) t
      ON t.reference = p.id AND t.kind = p.kind
    WHERE (p.player_id, p.currency, p.amount) IS DISTINCT FROM (t.player_id, t.currency, t.amount)`,
  "I11 a refund is taken from its player once, and ends once: with the provider, with its player, or not yet": `
    SELECT id, provider, status, reference, seq FROM (
      SELECT f.id, f.provider, f.player_id, f.currency, f.amount, f.status, e.kind FROM payments.refunds f
      CROSS JOIN LATERAL (VALUES (${refund_request}),
        (CASE WHEN f.status IN (3, 6) THEN ${refund_sent} WHEN f.status = 5 THEN ${refund_cancelled} END)) e(kind)
      WHERE e.kind IS NOT NULL) f
    FULL JOIN (SELECT * FROM ${transferSql.all} WHERE kind IN (${refund_request}, ${refund_cancelled}, ${refund_sent})) t
      ON t.reference = f.id AND t.kind = f.kind
    WHERE (f.player_id, f.currency, f.amount) IS DISTINCT FROM (t.player_id, t.currency, t.amount)`,
  "I11 what has gone back is one transfer to its provider, never more than was held, and every such transfer is a return": `
    SELECT id, provider, receipt_id, reference, seq FROM (
      SELECT r.id, r.provider, r.receipt_id, coalesce(r.player_id, '${houseOwner}') AS owner, r.currency, r.amount, c.account,
        r.amount = CASE WHEN p.disposition = 'credited' AND r.status <> 4 THEN p.held ELSE p.amount END
          AND (r.status <> 4 OR p.quarantined_at IS NOT NULL)
          AND (r.status <> 6 OR p.recalled_at IS NOT NULL) AS whole
      FROM payments.returns r JOIN payments.receipts p ON p.id = r.receipt_id
      JOIN (VALUES ${clearing}) c(name, account) ON c.name = r.provider WHERE r.status IN (3, 4, 6)) r
    FULL JOIN (SELECT * FROM ${transferSql.all} WHERE kind = ${back}) t ON t.reference = r.id
    WHERE (r.owner, r.currency, r.amount, r.account, r.whole) IS DISTINCT FROM (t.player_id, t.currency, t.amount, t.credit, true)`,
  "I11 a recalled deposit is one transfer to its provider, of what was credited and not refunded, and every such transfer is one": `
    SELECT c.id, t.reference, t.seq FROM (
      SELECT c.*, a.account, c.amount = r.amount - r.held - (SELECT coalesce(sum(f.amount), 0) FROM payments.refunds f
        WHERE f.receipt_id = r.id AND f.status IN (2, 3, 6)) AS whole FROM payments.chargebacks c
      JOIN payments.receipts r ON r.id = c.receipt_id AND (r.player_id, r.currency) = (c.player_id, c.currency)
      JOIN (VALUES ${clearing}) a(name, account) ON a.name = c.provider) c
    FULL JOIN (SELECT * FROM ${transferSql.all} WHERE kind = ${chargeback}) t ON t.reference = c.id
    WHERE (c.player_id, c.currency, c.amount, c.account, c.whole) IS DISTINCT FROM (t.player_id, t.currency, t.amount, t.credit, true)`,
  "I12 refunds of a payment are of its deposit, and never more than was credited": `
    SELECT f.receipt_id, f.refunded, r.amount, r.held FROM (
      SELECT receipt_id, invoice_id, player_id, currency, provider, payment_id, coalesce(sum(amount) FILTER (WHERE status <> 5), 0) AS refunded
      FROM payments.refunds GROUP BY 1, 2, 3, 4, 5, 6) f
    LEFT JOIN payments.receipts r ON r.id = f.receipt_id AND r.disposition = 'credited'
      AND (r.invoice_id, r.player_id, r.currency, r.provider, r.payment_id)
        = (f.invoice_id, f.player_id, f.currency, f.provider, f.payment_id)
    WHERE r.id IS NULL OR f.refunded > r.amount - r.held`,
  "I12 a payout that was sent has the required approvals, each by a different operator": `
    SELECT p.id, p.approvals_needed FROM payments.payouts p WHERE p.status IN (2, 3)
      AND p.approvals_needed > (SELECT count(*) FROM payments.payout_approvals a WHERE a.payout_id = p.id)`,
  "I12 an invoice has what its payments brought": `
    SELECT i.id, i.status, i.credited, i.held, r.credited AS paid, r.held AS kept FROM payments.invoices i
    LEFT JOIN (SELECT invoice_id, coalesce(sum(amount - held) FILTER (WHERE disposition = 'credited'), 0) AS credited,
        coalesce(sum(CASE disposition WHEN 'to_be_returned' THEN amount ELSE held END), 0) AS held
      FROM payments.receipts GROUP BY invoice_id) r ON r.invoice_id = i.id
    WHERE (i.credited, i.held) IS DISTINCT FROM (coalesce(r.credited, 0), coalesce(r.held, 0)) OR (i.status = 3) <> (i.credited > 0)`,
  "I12 a payment belongs to the player and the currency of its invoice": `
    SELECT r.id FROM payments.receipts r JOIN payments.invoices i ON i.id = r.invoice_id
    WHERE r.disposition <> 'quarantined' AND (r.player_id, r.currency, r.provider) IS DISTINCT FROM (i.player_id, i.currency, i.provider)`,
});

/** Explains the providers' clearing accounts entry by entry; an empty result means there are no differences. */
export function auditPayments(on: Queryable): Promise<readonly Difference[]> {
  return differencesOf(on, paymentInvariants);
}
