-- phase: expand
-- Deposits that two operators give back to their payer, whole or in part. One row is one order to the provider, under the row's id; its
-- money is a hold of the same id.
-- status: 1 pending, 2 processing, 3 paid, 5 declined (back in the balance), 6 recalled (its bank has taken the payment back).
CREATE TABLE payments.refunds (
  id uuid PRIMARY KEY,
  receipt_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  player_id uuid NOT NULL,
  provider text NOT NULL,
  -- The provider's name of the payment.
  payment_id text NOT NULL,
  currency text NOT NULL CHECK (length(currency) = 3),
  amount bigint NOT NULL CHECK (amount > 0),
  status smallint NOT NULL CHECK (status IN (1, 2, 3, 5, 6)),
  -- The approved request: each gives one refund.
  request_id uuid NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  asked_at timestamptz,
  ended_at timestamptz,
  CHECK ((status IN (1, 2)) = (ended_at IS NULL))
);
CREATE INDEX refunds_of_receipt ON payments.refunds (receipt_id);
CREATE INDEX refunds_of_invoice ON payments.refunds (invoice_id);
CREATE INDEX refunds_of_player ON payments.refunds (player_id, created_at);
CREATE INDEX refunds_open ON payments.refunds (created_at) WHERE status IN (1, 2);
