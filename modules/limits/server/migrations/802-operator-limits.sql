-- phase: expand
-- Limits that operators set on a player's account, beside the player's own; of both the tighter one holds. A removed one keeps its row, so
-- that its version never repeats: a request that was made for an earlier version is stale.
CREATE TABLE limits.operator (
  player_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('wager', 'loss', 'deposit', 'day_time', 'session_time')),
  -- Of a daily limit, micro-units. Without an amount and without minutes there is no limit.
  amount bigint CHECK (amount >= 0),
  currency text COLLATE "C" CHECK (length(currency) = 3),
  -- Of a limit of play time.
  minutes integer CHECK (minutes BETWEEN 1 AND 1440),
  cause text COLLATE "C" NOT NULL CHECK (cause IN ('play', 'affordability', 'law', 'agreed')),
  version integer NOT NULL CHECK (version > 0),
  set_at timestamptz NOT NULL,
  set_by text NOT NULL,
  -- For operators; the player is shown the cause.
  reason text NOT NULL,
  PRIMARY KEY (player_id, kind),
  CHECK ((amount IS NULL) = (currency IS NULL)),
  CHECK (CASE WHEN kind IN ('day_time', 'session_time') THEN amount IS NULL ELSE minutes IS NULL END)
);

-- Copies of an operator's limits of play time, for the renewals that lock this row.
ALTER TABLE limits.play
  ADD COLUMN operator_day_minutes integer,
  ADD COLUMN operator_session_minutes integer;
