-- phase: expand
-- The history of the limits that players set: a row is added in the transaction of each change and never changed.
CREATE TABLE limits.changes (
  player_id uuid NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('wager', 'loss', 'deposit', 'play_time', 'time_out', 'self_exclusion')),
  -- Of a daily limit that was requested; null removes it.
  amount bigint CHECK (amount >= 0),
  currency text COLLATE "C" CHECK (length(currency) = 3),
  -- When a looser limit takes effect, or a break ends.
  until timestamptz,
  PRIMARY KEY (player_id, at, number),
  CHECK ((amount IS NULL) = (currency IS NULL))
);
