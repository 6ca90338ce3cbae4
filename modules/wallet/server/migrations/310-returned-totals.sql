-- What the settled bets of each game have paid, by version of its rules: the figures behind published returns. A bet's share is
-- floor(payout * 10^12 / stake), so sums are whole numbers and no order of counting changes them.
CREATE TABLE wallet.returned_totals (
  game smallint NOT NULL,
  rules_version text NOT NULL,
  bets bigint NOT NULL CHECK (bets >= 0),
  shares numeric NOT NULL CHECK (shares >= 0),
  square_shares numeric NOT NULL CHECK (square_shares >= 0),
  PRIMARY KEY (game, rules_version)
);

-- How far each wallet's transfers are counted. Its numbers have no gaps and its row is locked by whoever writes one, so none can
-- appear at or below the number that stands here.
CREATE TABLE wallet.returned_wallets (
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0),
  PRIMARY KEY (player_id, currency)
);

-- When all wallets were counted last.
CREATE TABLE wallet.returned_count (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  at timestamptz NOT NULL
);
