-- A player has one open quote: the next one ends it.
CREATE INDEX quotes_open ON exchange.quotes (player_id) WHERE exchanged_at IS NULL;
