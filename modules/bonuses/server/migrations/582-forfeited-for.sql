-- Why two operators forfeited a bonus; its player reads it.
ALTER TABLE bonuses.bonuses ADD COLUMN forfeited_for text COLLATE "C"
  CHECK (forfeited_for IN ('linked_accounts', 'terms', 'mistake')),
  ADD CHECK (forfeited_for IS NULL OR status = 'forfeited');
