-- phase: expand
-- transaction: none
-- Operators find the round of a revealed link.
CREATE INDEX CONCURRENTLY revealed_links_link ON fairness.revealed_links (link);
