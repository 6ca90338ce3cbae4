-- phase: expand
-- transaction: none
-- The report of checks reads the cases that were opened in some days.
CREATE INDEX CONCURRENTLY cases_opened ON risk.cases (opened_at);
