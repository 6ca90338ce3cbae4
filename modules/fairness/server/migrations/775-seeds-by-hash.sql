-- phase: expand
-- transaction: none
-- Operators find the player of a commitment.
CREATE INDEX CONCURRENTLY seeds_hash ON fairness.seeds (hash);
