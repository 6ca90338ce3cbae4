-- phase: expand
-- What operators mark a player with, of a fixed vocabulary: for their own work, never shown to the player.
CREATE TABLE accounts.tags (
  player_id uuid NOT NULL REFERENCES accounts.players,
  tag text NOT NULL,
  author text NOT NULL,
  tagged_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, tag)
);
CREATE INDEX tags_tag ON accounts.tags (tag, player_id DESC);
