-- phase: expand
-- Rules of risk look each minute at who has paid in, requested a payout or been declined lately.
CREATE INDEX receipts_received ON payments.receipts (received_at);
CREATE INDEX payouts_created ON payments.payouts (created_at);
