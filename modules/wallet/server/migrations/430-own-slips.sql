-- A player's own slips, newest first, open and ended ones apart.
CREATE INDEX slips_own ON wallet.slips (player_id, (status = 0), placed_at DESC, key DESC);
-- The same beside bets, by the numbers of their stakes.
CREATE INDEX slips_history ON wallet.slips (player_id, currency, seq);
