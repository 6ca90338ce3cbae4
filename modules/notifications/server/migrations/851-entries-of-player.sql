-- phase: expand
-- transaction: none
-- The timeline of a player reads notices by their time.
CREATE INDEX CONCURRENTLY entries_of_player ON notifications.entries (player_id, created_at, id);
