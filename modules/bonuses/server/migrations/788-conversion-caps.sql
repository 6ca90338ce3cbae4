-- What a gift releases at most: at least five times the gift. Never of a deposit bonus, of one for betting, or in the UK profile.
ALTER TABLE bonuses.campaigns ADD COLUMN cap bigint,
  ADD CONSTRAINT campaigns_cap CHECK (cap IS NULL OR (cap >= 5 * amount AND kind = 'manual' AND product = 'games' AND profile = 'base'));
ALTER TABLE bonuses.bonuses ADD COLUMN cap bigint,
  ADD CONSTRAINT bonuses_cap CHECK (cap IS NULL OR (cap >= 5 * amount AND kind = 'manual' AND product = 'games' AND profile = 'base'));
