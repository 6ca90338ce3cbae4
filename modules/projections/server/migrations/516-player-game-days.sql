-- A projection is folded from each wallet's transfers, up to the number in `positions`. It is rebuilt as another generation beside
-- the one that is read, which it replaces when it has caught up.
CREATE TABLE projections.runs (
  projection text PRIMARY KEY,
  live integer NOT NULL,
  -- The generation that is being rebuilt.
  building integer CHECK (building > live),
  -- Of the code that folded the live one: another version is rebuilt.
  version integer NOT NULL
);
INSERT INTO projections.runs (projection, live, version) VALUES ('player_game_days', 1, 1);

CREATE TABLE projections.positions (
  projection text NOT NULL,
  generation integer NOT NULL,
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  -- The number of the wallet's last transfer that is in the sums.
  seq bigint NOT NULL CHECK (seq >= 0),
  PRIMARY KEY (projection, generation, player_id, currency)
) WITH (fillfactor = 70);

-- What a player staked and was paid in a game on a day (UTC) on which bets ended, in micro-units. A corrected slip is taken back on the day
-- of its correction.
CREATE TABLE projections.player_game_days (
  generation integer NOT NULL,
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  game smallint NOT NULL,
  day date NOT NULL,
  bets bigint NOT NULL,
  real_staked numeric(30) NOT NULL,
  bonus_staked numeric(30) NOT NULL,
  real_paid numeric(30) NOT NULL,
  bonus_paid numeric(30) NOT NULL,
  -- Real stakes times the exact edge of each bet, in millionths of a micro-unit.
  theoretical_loss numeric(36) NOT NULL,
  -- Payout over stake in ten-thousandths, cut; of bets that nothing corrects.
  best_multiplier bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (generation, player_id, currency, game, day)
) WITH (fillfactor = 70);

-- A settlement that a later revision of its slip reversed: what it took out of `day`, and when. Rare.
CREATE TABLE projections.reversals (
  generation integer NOT NULL,
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  seq bigint NOT NULL,
  day date NOT NULL,
  reversed_on date NOT NULL,
  real_staked numeric(30) NOT NULL,
  real_paid numeric(30) NOT NULL,
  theoretical_loss numeric(36) NOT NULL,
  PRIMARY KEY (generation, player_id, currency, seq)
);
