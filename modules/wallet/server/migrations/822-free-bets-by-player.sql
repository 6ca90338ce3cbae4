-- phase: expand
-- transaction: none
-- The next key of free bets: slips name their player beside them.
CREATE UNIQUE INDEX CONCURRENTLY free_bets_by_player ON wallet.free_bets (player_id, id);
