-- Markets whose results changed: each slip on them is judged again, in the order of (player, key), from the cursor on.
CREATE SEQUENCE betting.decisions;
CREATE TABLE betting.decided_markets (
  market bigint PRIMARY KEY,
  -- A later decision about the market replaces the number and the cursor.
  decision bigint NOT NULL,
  since timestamptz NOT NULL,
  -- The last slip that was judged; null before the first.
  player_id uuid,
  key uuid,
  CHECK ((player_id IS NULL) = (key IS NULL))
);
CREATE INDEX decided_markets_order ON betting.decided_markets (since, market);

-- What was paid to a player on results of an event that are seen and not confirmed, by slip, in micro-dollars.
CREATE TABLE betting.early_payouts (
  player_id uuid NOT NULL,
  event text NOT NULL,
  key uuid NOT NULL,
  usd bigint NOT NULL CHECK (usd > 0),
  PRIMARY KEY (player_id, event, key)
);
