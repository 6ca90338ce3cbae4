-- phase: expand
-- transaction: none
-- The report of significant events reads alerts that began in some days.
CREATE INDEX CONCURRENTLY return_alerts_first_at ON desk.return_alerts (first_at);
