-- phase: expand
ALTER TABLE campaigns.campaigns
  VALIDATE CONSTRAINT campaigns_gift,
  VALIDATE CONSTRAINT campaigns_per_player_check,
  VALIDATE CONSTRAINT campaigns_message_budget;
