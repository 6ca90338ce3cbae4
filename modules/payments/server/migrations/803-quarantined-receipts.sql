-- phase: expand
-- transaction: none
-- Operators read the few payments that are or were in quarantine.
CREATE INDEX CONCURRENTLY receipts_quarantined ON payments.receipts (id) WHERE disposition = 'quarantined' OR quarantined_at IS NOT NULL;
