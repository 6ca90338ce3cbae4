-- phase: expand
-- A campaign may give nothing but a message: texts by language, no money.
ALTER TABLE campaigns.campaigns
  ADD COLUMN texts jsonb,
  DROP CONSTRAINT campaigns_gift,
  DROP CONSTRAINT campaigns_per_player_check,
  ADD CONSTRAINT campaigns_gift CHECK (num_nonnulls(bonus_id, free_spins_id, free_bet_days, texts) = 1) NOT VALID,
  ADD CONSTRAINT campaigns_per_player_check CHECK (per_player >= 0 AND (per_player = 0) = (texts IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT campaigns_message_budget CHECK (texts IS NULL OR budget = 0) NOT VALID;
