-- phase: expand
-- The report of chargebacks reads those of some days.
CREATE INDEX chargebacks_recalled_at ON payments.chargebacks (recalled_at);
