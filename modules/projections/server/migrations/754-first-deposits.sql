-- phase: expand
-- The first deposit of each player, over all their wallets. Folded with `player_game_days`, under the same positions and generations.
CREATE TABLE projections.first_deposits (
  generation integer NOT NULL,
  player_id uuid NOT NULL,
  at timestamptz NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  amount bigint NOT NULL CHECK (amount > 0),
  is_test boolean NOT NULL,
  PRIMARY KEY (generation, player_id)
);
CREATE INDEX first_deposits_at ON projections.first_deposits (generation, at, player_id);
