-- Folded with `player_game_days`, under the same positions and generations. Half hours, because zones such as India's begin their days at one.

-- Whether the wallet's player was a test account when its first transfer was folded; of a generation older than this column null.
ALTER TABLE projections.positions ADD COLUMN is_test boolean;

-- What moved between two accounts in half an hour (UTC), in micro-units, and in how many transfers: all transfers, also those of no player.
CREATE TABLE projections.half_hours (
  generation integer NOT NULL,
  half_hour timestamptz NOT NULL,
  is_test boolean NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  kind smallint NOT NULL,
  debit smallint NOT NULL,
  credit smallint NOT NULL,
  total numeric(30) NOT NULL,
  transfers bigint NOT NULL,
  PRIMARY KEY (generation, half_hour, is_test, currency, kind, debit, credit)
) WITH (fillfactor = 70);

-- What ended in a game in half an hour, as `player_game_days` counts it.
CREATE TABLE projections.game_half_hours (
  generation integer NOT NULL,
  half_hour timestamptz NOT NULL,
  is_test boolean NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  game smallint NOT NULL,
  bets bigint NOT NULL,
  real_staked numeric(30) NOT NULL,
  bonus_staked numeric(30) NOT NULL,
  real_paid numeric(30) NOT NULL,
  bonus_paid numeric(30) NOT NULL,
  PRIMARY KEY (generation, half_hour, is_test, currency, game)
) WITH (fillfactor = 70);

-- A wallet's money beside play, on a day (UTC).
CREATE TABLE projections.player_days (
  generation integer NOT NULL,
  day date NOT NULL,
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  is_test boolean NOT NULL,
  transfers bigint NOT NULL,
  deposits numeric(30) NOT NULL,
  deposit_count bigint NOT NULL,
  payouts numeric(30) NOT NULL,
  payout_count bigint NOT NULL,
  -- The half hours of the day in which the player staked, as bits: 0 is the one at midnight.
  staked_in bigint NOT NULL,
  PRIMARY KEY (generation, day, player_id, currency)
) WITH (fillfactor = 70);

-- Folded by the code that knows these tables: now where nothing is folded, else by the rebuild that the job makes.
UPDATE projections.runs SET version = 2 WHERE projection = 'player_game_days' AND NOT EXISTS (SELECT FROM projections.positions);
