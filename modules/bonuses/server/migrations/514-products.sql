-- What a bonus is for: games, ours and those of outside providers, or betting; never both.
ALTER TABLE bonuses.campaigns ADD COLUMN product text NOT NULL DEFAULT 'games' CHECK (product IN ('games', 'betting'));
ALTER TABLE bonuses.bonuses ADD COLUMN product text NOT NULL DEFAULT 'games' CHECK (product IN ('games', 'betting'));
