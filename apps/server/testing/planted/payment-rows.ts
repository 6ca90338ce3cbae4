import { alice, at, key } from "./ledger-rows.ts";

/** Invoices, payouts and exchanges. */

export const invoice = (given = "0") =>
  `INSERT INTO payments.invoices (id, player_id, idempotency_key, request_hash, provider, method, currency, amount, credited, status,
     created_at, expires_at) VALUES (${key(1)}, ${alice}, ${key(1)}, decode(repeat('00', 32), 'hex'), 'sandbox', 'card-page', 'USD', 100,
     ${given}, 2, ${at(0)}, ${at(9)})`;
export const receipt = (currency = "USD") =>
  `INSERT INTO payments.receipts (id, provider, payment_id, invoice_id, player_id, currency, amount, disposition, received_at)
   VALUES (${key(2)}, 'sandbox', 'p', ${key(1)}, ${alice}, '${currency}', 100, 'to_be_returned', ${at(0)})`;
export const payout = `INSERT INTO payments.payouts (id, player_id, idempotency_key, request_hash, provider, instrument_id, currency, amount,
  status, created_at, send_at) VALUES (${key(1)}, ${alice}, ${key(1)}, decode(repeat('00', 32), 'hex'), 'sandbox', ${key(9)}, 'USD', 100, 1,
  ${at(0)}, ${at(0)})`;
export const refund = `INSERT INTO payments.refunds (id, receipt_id, invoice_id, player_id, provider, payment_id, currency, amount, status,
  request_id, created_at) VALUES (${key(3)}, ${key(2)}, ${key(1)}, ${alice}, 'sandbox', 'p', 'USD', 100, 1, ${key(4)}, ${at(0)})`;
export const quote = (given: { received?: number; exchanged?: string } = {}) =>
  `INSERT INTO exchange.quotes (id, player_id, from_currency, to_currency, sold, received, spread, remainder, rate, rate_at, quoted_at,
     expires_at, idempotency_key, exchanged_at, answer)
   VALUES (${key(1)}, ${alice}, 'RUB', 'USD', 1000000000, ${given.received ?? 12430000}, 62500, 7500, '0.0125', ${at(0)}, ${at(10)}, ${at(40)},
     ${key(1)}, ${given.exchanged ?? at(20)}, '{}')`;
