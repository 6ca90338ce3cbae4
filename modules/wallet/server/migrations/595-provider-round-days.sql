-- For the back office: which rounds of each provider's game have ended, and what they took and paid on each day (UTC). Counted after the fact in the
-- order of provider_rounds_ended, so that a spin costs nothing and no page scans wallet.provider_rounds.
CREATE TABLE wallet.ended_provider_rounds (
  game smallint NOT NULL,
  slug text NOT NULL,
  closed_at timestamptz NOT NULL,
  player_id uuid NOT NULL,
  round uuid NOT NULL,
  -- as in wallet.provider_rounds: 1 closed, 2 void
  status smallint NOT NULL CHECK (status IN (1, 2)),
  PRIMARY KEY (game, slug, closed_at, player_id, round)
);
CREATE INDEX ended_provider_rounds_void ON wallet.ended_provider_rounds (game, slug, closed_at, player_id, round) WHERE status = 2;
CREATE INDEX ended_provider_rounds_of_player ON wallet.ended_provider_rounds (player_id, game, slug, closed_at, round);

-- No checks against negative numbers: a player who becomes a test account is subtracted from one row and added to another.
CREATE TABLE wallet.provider_round_days (
  game smallint NOT NULL,
  slug text NOT NULL,
  day date NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  -- of the first bet: stake, free, buy, side
  kind text NOT NULL,
  is_test boolean NOT NULL,
  -- closed by a win
  rounds bigint NOT NULL,
  stakes numeric NOT NULL,
  wins numeric NOT NULL,
  pots numeric NOT NULL,
  -- those with a stake, and of each: floor(won * 10^12 / staked), pots aside
  staked_rounds bigint NOT NULL,
  shares numeric NOT NULL,
  square_shares numeric NOT NULL,
  voids bigint NOT NULL,
  PRIMARY KEY (game, slug, day, currency, kind, is_test)
);

-- Up to which round each provider is counted, and when it was last.
CREATE TABLE wallet.provider_round_count (
  game smallint PRIMARY KEY,
  closed_at timestamptz NOT NULL,
  round uuid NOT NULL,
  player_id uuid NOT NULL,
  at timestamptz NOT NULL
);

-- Whose rounds are counted as those of test accounts.
CREATE TABLE wallet.provider_round_tests (player_id uuid PRIMARY KEY);
