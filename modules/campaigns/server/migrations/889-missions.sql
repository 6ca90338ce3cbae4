-- phase: expand
-- A campaign may start a mission for each player.
ALTER TABLE campaigns.campaigns
  ADD COLUMN mission_id uuid,
  DROP CONSTRAINT campaigns_gift,
  ADD CONSTRAINT campaigns_gift CHECK (num_nonnulls(bonus_id, free_spins_id, free_bet_days, texts, mission_id) = 1) NOT VALID;
