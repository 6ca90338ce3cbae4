-- phase: expand
-- transaction: none
-- The next key of free rounds: what takes, cancels or reads them knows their player.
CREATE UNIQUE INDEX CONCURRENTLY free_rounds_by_player ON wallet.free_rounds (player_id, grant_id);
