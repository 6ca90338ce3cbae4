-- phase: expand
-- transaction: none
-- The report of chargebacks reads those of some days.
CREATE INDEX CONCURRENTLY chargebacks_recalled_at ON payments.chargebacks (recalled_at);
