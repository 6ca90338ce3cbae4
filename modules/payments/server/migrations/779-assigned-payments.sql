-- phase: expand
-- A payment in quarantine that two operators have assigned to a deposit: its return ends as 4 (assigned), its receipt becomes that of the deposit.
ALTER TABLE payments.returns DROP CONSTRAINT returns_status_check;
ALTER TABLE payments.returns ADD CONSTRAINT returns_status_check CHECK (status IN (1, 2, 3, 4, 5)) NOT VALID;
-- When it was moved into quarantine; null of a payment that never was, or still is, in it.
ALTER TABLE payments.receipts ADD COLUMN quarantined_at timestamptz;
