-- phase: contract
-- The previous version finds free rounds by their grant alone. The new key serves what the index of players did.
ALTER TABLE wallet.free_rounds DROP CONSTRAINT free_rounds_pkey, ADD CONSTRAINT free_rounds_pkey PRIMARY KEY USING INDEX free_rounds_by_player;
DROP INDEX wallet.free_rounds_of_player;
ALTER TABLE wallet.free_bets DROP CONSTRAINT free_bets_pkey, ADD CONSTRAINT free_bets_pkey PRIMARY KEY USING INDEX free_bets_by_player;
