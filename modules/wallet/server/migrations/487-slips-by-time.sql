-- The list of all slips in the back office, newest first.
CREATE INDEX slips_placed ON wallet.slips (placed_at DESC, player_id, key);
