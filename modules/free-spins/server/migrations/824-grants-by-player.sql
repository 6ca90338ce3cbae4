-- phase: expand
-- transaction: none
-- The next key of grants: a statement that names one names its player.
CREATE UNIQUE INDEX CONCURRENTLY grants_by_player ON free_spins.grants (player_id, id);
