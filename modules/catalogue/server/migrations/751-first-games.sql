-- The catalogue opened with its first game: games of that day are not new.
CREATE INDEX games_added ON catalogue.games (added_at);
