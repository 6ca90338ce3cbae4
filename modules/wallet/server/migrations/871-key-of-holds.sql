-- phase: contract
-- The previous version finds holds by their id alone.
ALTER TABLE wallet.holds DROP CONSTRAINT holds_pkey, ADD CONSTRAINT holds_pkey PRIMARY KEY USING INDEX holds_by_player;
