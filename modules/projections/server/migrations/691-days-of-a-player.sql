-- What one player deposited and withdrew, for the score of harm.
CREATE INDEX player_days_player ON projections.player_days (generation, player_id, day);
