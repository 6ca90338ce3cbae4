-- phase: expand
-- Folded with `player_game_days`, under the same positions and generations.

-- What ended in half an hour under a version of a game's rules; empty where its bets name none, as those of other companies' games.
CREATE TABLE projections.version_half_hours (
  generation integer NOT NULL,
  half_hour timestamptz NOT NULL,
  is_test boolean NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  game smallint NOT NULL,
  rules_version text COLLATE "C" NOT NULL,
  bets bigint NOT NULL,
  staked numeric(30) NOT NULL,
  -- By the bets that ended; jackpots are not part of a game's rules.
  paid numeric(30) NOT NULL,
  PRIMARY KEY (generation, half_hour, is_test, currency, game, rules_version)
) WITH (fillfactor = 70);

-- Payouts of at least the line of their currency (`shared/large-wins.ts`) and every jackpot; negative: taken back by a correction.
CREATE TABLE projections.large_wins (
  generation integer NOT NULL,
  at timestamptz NOT NULL,
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  seq bigint NOT NULL,
  is_test boolean NOT NULL,
  game smallint NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('win', 'jackpot', 'taken_back')),
  amount bigint NOT NULL,
  -- Of the bet, the slip's revision, the round or the pot.
  reference uuid NOT NULL,
  PRIMARY KEY (generation, at, player_id, currency, seq)
);

-- Folded by the code that knows these tables: now where nothing is folded, else by the rebuild that the job makes.
UPDATE projections.runs SET version = 4 WHERE projection = 'player_game_days' AND NOT EXISTS (SELECT FROM projections.positions);
