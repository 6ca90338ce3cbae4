-- phase: expand
ALTER TABLE bonuses.campaigns VALIDATE CONSTRAINT campaigns_free_spins;
ALTER TABLE bonuses.bonuses VALIDATE CONSTRAINT bonuses_free_spins;
