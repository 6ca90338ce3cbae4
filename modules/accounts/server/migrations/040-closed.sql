-- An account closed by its player. Its contacts are let go; the row stays, because books name it.
ALTER TABLE accounts.players ADD COLUMN closed_at timestamptz;
