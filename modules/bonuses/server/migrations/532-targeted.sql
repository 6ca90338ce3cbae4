-- Given by a campaign to the players of its segment only, and never by a claim of their own.
ALTER TABLE bonuses.campaigns ADD COLUMN targeted boolean NOT NULL DEFAULT false, ADD CHECK (NOT (targeted AND by_code));
