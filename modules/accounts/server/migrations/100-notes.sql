-- What operators write down about a player, for each other. Never changed: what is no longer right is said by a later one.
CREATE TABLE accounts.notes (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL REFERENCES accounts.players,
  author text NOT NULL,
  text text NOT NULL,
  written_at timestamptz NOT NULL
);
CREATE INDEX notes_player ON accounts.notes (player_id, written_at DESC);
