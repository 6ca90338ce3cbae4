-- What a proof was used up for: a withdrawal that is cancelled gives it back for the rest of its five minutes.
ALTER TABLE factors.proofs ADD COLUMN spent_for uuid;
