-- Saved strategies of autobet. The slot limits how many a player has: there is no twenty-first.
CREATE TABLE strategies (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 20),
  game text NOT NULL,
  currency text NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 40),
  rules jsonb NOT NULL,
  changed_at timestamptz NOT NULL,
  UNIQUE (player_id, slot),
  UNIQUE (player_id, game, currency, name)
);
