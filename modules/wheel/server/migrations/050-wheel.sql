-- One turn of the free wheel: a player's, on a day (days since 1970, UTC). The ticket is below a million; the prize in micro-units.
CREATE TABLE wheel.spins (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  day integer NOT NULL CHECK (day > 0),
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  ticket integer NOT NULL CHECK (ticket BETWEEN 0 AND 999999),
  prize bigint NOT NULL CHECK (prize > 0),
  seed_number integer NOT NULL,
  client_seed text NOT NULL,
  spun_at timestamptz NOT NULL,
  UNIQUE (player_id, day)
);
