-- The win cap of each game, currency and day, with the bankroll it was computed from. A row is never changed: bets name their cap.
CREATE TABLE win_caps (
  game text NOT NULL,
  currency text NOT NULL,
  day date NOT NULL,
  bankroll bigint NOT NULL CHECK (bankroll >= 0),
  win_cap bigint NOT NULL CHECK (win_cap >= 0),
  computed_at timestamptz NOT NULL,
  PRIMARY KEY (game, currency, day)
);

-- Wins that stood among the largest of their day when they were made: what the home page shows.
CREATE TABLE big_wins (
  player uuid NOT NULL,
  key uuid NOT NULL,
  -- payout * 10,000 / stake, cut
  multiplier bigint NOT NULL,
  won_at timestamptz NOT NULL,
  PRIMARY KEY (player, key)
);
CREATE INDEX big_wins_by_time ON big_wins (won_at);
