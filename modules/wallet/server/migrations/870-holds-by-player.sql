-- phase: expand
-- transaction: none
-- The next key of holds. Whoever ends one knows its player; a database of several shards keeps a key unique within one of them only.
CREATE UNIQUE INDEX CONCURRENTLY holds_by_player ON wallet.holds (player_id, id);
