-- phase: expand
-- transaction: none
-- The report of significant events reads alerts that ended in some days.
CREATE INDEX CONCURRENTLY return_alerts_ended_at ON desk.return_alerts (ended_at) WHERE ended_at IS NOT NULL;
