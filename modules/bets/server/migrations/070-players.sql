-- Who has had a bet decided in a game in the last minutes: counted for the tiles, kept no longer than that. Test players are not in it.
CREATE TABLE present (
  game text NOT NULL,
  player_id uuid NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (game, player_id)
);
CREATE INDEX present_by_time ON present (seen_at);

-- The games that a player has marked, in the order in which he did.
CREATE TABLE favourites (
  player_id uuid PRIMARY KEY,
  games text[] NOT NULL CHECK (cardinality(games) <= 50),
  changed_at timestamptz NOT NULL
);
