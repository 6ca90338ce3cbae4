-- phase: expand
-- transaction: none
-- Operators find the round between players of a commitment.
CREATE INDEX CONCURRENTLY between_rounds_commitment ON fairness.between_rounds (commitment);
