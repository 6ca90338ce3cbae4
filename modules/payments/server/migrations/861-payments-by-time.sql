-- phase: expand
-- transaction: none
-- Rules of risk look each minute at who was credited lately, and who requested a payout.
CREATE INDEX CONCURRENTLY receipts_received ON payments.receipts (received_at);
