-- Bets that stood among the largest stakes of their day when they were decided: what /top shows. Test accounts are not in it.
CREATE TABLE high_stakes (
  player uuid NOT NULL,
  key uuid NOT NULL,
  -- micro-dollars at the prices of the day
  worth bigint NOT NULL,
  decided_at timestamptz NOT NULL,
  PRIMARY KEY (player, key)
);
CREATE INDEX high_stakes_by_time ON high_stakes (decided_at);
