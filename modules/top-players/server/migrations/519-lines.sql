-- The best players of each period, ranked every minute from the projections. Ids only: what is shown of a player is read when it is asked for.
CREATE TABLE top_players.lines (
  board text NOT NULL CHECK (board IN ('wins', 'multipliers', 'wagers')),
  period text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  place integer NOT NULL CHECK (place > 0),
  -- First day of the period: lines of a period that is over are not shown.
  begins date NOT NULL,
  player_id uuid NOT NULL,
  -- The bet of the place.
  key uuid,
  -- Of wagers: real stakes, micro-units.
  currency text COLLATE "C" CHECK (length(currency) = 3),
  amount bigint,
  PRIMARY KEY (board, period, place),
  UNIQUE (board, period, player_id),
  CHECK ((board = 'wagers') = (key IS NULL)),
  CHECK ((board = 'wagers') = (amount IS NOT NULL AND currency IS NOT NULL))
);
