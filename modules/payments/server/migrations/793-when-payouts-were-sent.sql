-- phase: expand
-- When a payout was sent to its provider: its player is shown the steps. Null for those that were sent before.
ALTER TABLE payments.payouts ADD COLUMN sent_at timestamptz;
