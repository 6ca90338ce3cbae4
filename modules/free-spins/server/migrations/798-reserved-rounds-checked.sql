-- phase: expand
ALTER TABLE free_spins.campaigns VALIDATE CONSTRAINT campaigns_reserved;
