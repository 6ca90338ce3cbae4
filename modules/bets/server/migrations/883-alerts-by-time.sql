-- phase: expand
-- The report of significant events reads alerts that began or ended in some days.
CREATE INDEX return_alerts_first_at ON desk.return_alerts (first_at);
CREATE INDEX return_alerts_ended_at ON desk.return_alerts (ended_at) WHERE ended_at IS NOT NULL;
