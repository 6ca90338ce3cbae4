-- phase: expand
-- transaction: none
-- The report of operators' access reads the entries of some days.
CREATE INDEX CONCURRENTLY entries_at ON audit.entries (at);
