-- phase: expand
-- Pinned notes come first.
ALTER TABLE accounts.notes ADD COLUMN pinned_at timestamptz;
-- Operators whom a note names by @handle, until they mark it as done.
CREATE TABLE accounts.mentions (
  note_id uuid NOT NULL REFERENCES accounts.notes,
  operator_id uuid NOT NULL,
  player_id uuid NOT NULL REFERENCES accounts.players,
  done_at timestamptz,
  PRIMARY KEY (operator_id, note_id)
);
CREATE INDEX mentions_open ON accounts.mentions (operator_id) WHERE done_at IS NULL;
