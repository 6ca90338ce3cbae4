-- phase: expand
-- A bank may recall a payment of which something was still to be returned: that return ends as 6 (recalled), and nothing is sent.
ALTER TABLE payments.returns DROP CONSTRAINT returns_status_check;
ALTER TABLE payments.returns ADD CONSTRAINT returns_status_check CHECK (status IN (1, 2, 3, 4, 5, 6)) NOT VALID;
-- When the bank recalled it; null of chargebacks before this migration.
ALTER TABLE payments.receipts ADD COLUMN recalled_at timestamptz;
