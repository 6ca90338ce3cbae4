-- phase: contract
-- The previous version finds grants by their id alone.
ALTER TABLE free_spins.grants DROP CONSTRAINT grants_pkey, ADD CONSTRAINT grants_pkey PRIMARY KEY USING INDEX grants_by_player;
