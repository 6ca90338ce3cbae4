-- For the back office: which bets of each game have ended, and what they paid on each day (UTC). Counted after the fact from each wallet's
-- numbers, so that placing a bet costs nothing and no page scans wallet.bets.
CREATE TABLE wallet.ended_bets (
  game smallint NOT NULL,
  ended_at timestamptz NOT NULL,
  player_id uuid NOT NULL,
  key uuid NOT NULL,
  -- as in wallet.bets: 1 settled, 2 voided
  status smallint NOT NULL CHECK (status IN (1, 2)),
  -- of a shared round
  round bigint,
  PRIMARY KEY (game, ended_at, player_id, key)
);
CREATE INDEX ended_bets_voided ON wallet.ended_bets (game, ended_at, player_id, key) WHERE status = 2;
CREATE INDEX ended_bets_of_round ON wallet.ended_bets (game, round, ended_at, player_id, key) WHERE round IS NOT NULL;
CREATE INDEX ended_bets_of_player ON wallet.ended_bets (player_id, game, ended_at, key);

-- No checks against negative numbers: a player who becomes a test account is subtracted from one row and added to another.
CREATE TABLE wallet.game_days (
  game smallint NOT NULL,
  day date NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  rules_version text NOT NULL,
  is_test boolean NOT NULL,
  bets bigint NOT NULL,
  stakes numeric NOT NULL,
  payouts numeric NOT NULL,
  -- of a bet: floor(payout * 10^12 / stake), as in wallet.returned_totals
  shares numeric NOT NULL,
  square_shares numeric NOT NULL,
  voided bigint NOT NULL,
  refunded numeric NOT NULL,
  PRIMARY KEY (game, day, currency, rules_version, is_test)
);

-- How far each wallet is counted, and whether as a test account.
CREATE TABLE wallet.game_day_wallets (
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0),
  is_test boolean NOT NULL,
  PRIMARY KEY (player_id, currency)
);

-- When all wallets were counted last.
CREATE TABLE wallet.game_day_count (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  at timestamptz NOT NULL
);
