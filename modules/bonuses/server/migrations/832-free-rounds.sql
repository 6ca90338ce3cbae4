-- phase: expand
-- Free rounds whose wins become bonus money: the campaign of free spins that gives them. `amount` is then what the rounds would have
-- cost, which the budget counts; `funded` is what they have won.
ALTER TABLE bonuses.campaigns ADD COLUMN free_spins uuid,
  ADD CONSTRAINT campaigns_free_spins CHECK (free_spins IS NULL OR (kind = 'manual' AND product = 'games' AND profile = 'base' AND cap IS NULL)) NOT VALID;
ALTER TABLE bonuses.bonuses ADD COLUMN free_spins uuid,
  ADD CONSTRAINT bonuses_free_spins CHECK (free_spins IS NULL OR (kind = 'manual' AND product = 'games' AND profile = 'base' AND cap IS NULL)) NOT VALID;
