-- phase: expand
-- transaction: none
-- See 861.
CREATE INDEX CONCURRENTLY payouts_created ON payments.payouts (created_at);
