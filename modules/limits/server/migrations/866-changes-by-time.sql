-- phase: expand
-- transaction: none
-- The report of player protection reads the changes of some days.
CREATE INDEX CONCURRENTLY changes_at ON limits.changes (at);
