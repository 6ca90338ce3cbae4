-- What bets of a game returned in an hour beside what its rules say they return, of games whose bets are decided one by one. Shares of
-- stakes in millionths, rounded: for alerts only, no money.
CREATE TABLE return_hours (
  game text NOT NULL,
  rules_version text NOT NULL,
  hour timestamptz NOT NULL,
  bets bigint NOT NULL,
  paid bigint NOT NULL,
  due bigint NOT NULL,
  body bigint NOT NULL,
  mean bigint NOT NULL,
  variance bigint NOT NULL,
  wins bigint NOT NULL,
  expected_wins bigint NOT NULL,
  PRIMARY KEY (game, rules_version, hour)
);

-- Up to where the bets of a game are in its hours.
CREATE TABLE return_positions (
  game text PRIMARY KEY,
  counted_to timestamptz NOT NULL
);

-- One row from an alert until the return is inside its bounds again.
CREATE TABLE return_alerts (
  id uuid PRIMARY KEY,
  game text NOT NULL,
  rules_version text NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  bets bigint NOT NULL,
  paid bigint NOT NULL,
  due bigint NOT NULL,
  sigmas_hundredths integer,
  wins bigint NOT NULL,
  expected_wins bigint NOT NULL,
  ended_at timestamptz
);
CREATE UNIQUE INDEX return_alerts_open ON return_alerts (game, rules_version) WHERE ended_at IS NULL;
