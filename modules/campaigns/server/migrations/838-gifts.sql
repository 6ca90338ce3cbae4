-- phase: expand
-- What each player gets, one of: a targeted bonus, the rounds of a campaign of free spins, or a free bet of `per_player` for so many days.
ALTER TABLE campaigns.campaigns
  ALTER COLUMN bonus_id DROP NOT NULL,
  ADD COLUMN free_spins_id uuid,
  ADD COLUMN free_bet_days integer CHECK (free_bet_days BETWEEN 1 AND 90),
  ADD CONSTRAINT campaigns_gift CHECK (num_nonnulls(bonus_id, free_spins_id, free_bet_days) = 1) NOT VALID;
