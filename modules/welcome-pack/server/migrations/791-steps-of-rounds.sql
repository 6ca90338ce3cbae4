-- phase: expand
-- A step is a share of a deposit, or the free rounds of a campaign of free spins. Its `max_amount` is then what their stakes would have cost.
-- The first step is always a deposit.
ALTER TABLE welcome_pack.steps ALTER COLUMN percent DROP NOT NULL, ALTER COLUMN min_deposit DROP NOT NULL,
  ADD COLUMN free_spins uuid,
  ADD CONSTRAINT steps_kind CHECK ((free_spins IS NULL) = (percent IS NOT NULL AND min_deposit IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT steps_rounds CHECK (free_spins IS NULL OR (step > 1 AND percent IS NULL AND min_deposit IS NULL)) NOT VALID;
