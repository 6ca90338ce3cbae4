-- phase: expand
-- transaction: none
-- The report of checks reads the cases that were decided in some days.
CREATE INDEX CONCURRENTLY cases_closed ON risk.cases (closed_at) WHERE closed_at IS NOT NULL;
