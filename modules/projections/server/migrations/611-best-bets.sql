-- Of a day (UTC) on which a player won with real money in one of our own games: the bet that paid most and the one with the largest multiplier.
CREATE TABLE projections.best_bets (
  generation integer NOT NULL,
  day date NOT NULL,
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  game smallint NOT NULL,
  win_key uuid NOT NULL,
  -- Micro-units, stake included.
  win bigint NOT NULL CHECK (win > 0),
  win_at timestamptz NOT NULL,
  multiplier_key uuid NOT NULL,
  -- Payout over stake in ten-thousandths, cut.
  multiplier bigint NOT NULL CHECK (multiplier >= 10000),
  multiplier_at timestamptz NOT NULL,
  PRIMARY KEY (generation, day, player_id, currency, game)
) WITH (fillfactor = 70);

-- What everybody played in a period.
CREATE INDEX player_game_days_of_day ON projections.player_game_days (generation, day);

-- Folded by the code that knows this table: now where nothing is folded, else by the rebuild that the job makes.
UPDATE projections.runs SET version = 3 WHERE projection = 'player_game_days' AND NOT EXISTS (SELECT FROM projections.positions);
