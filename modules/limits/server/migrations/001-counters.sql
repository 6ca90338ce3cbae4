-- Blocks of a player as a person: exclusion or time-out. Wallets opened later inherit it.
CREATE TABLE limits.players (
  player_id uuid PRIMARY KEY,
  blocked_until timestamptz NOT NULL
);

-- What a player allows himself a day (UTC), and what the day has seen. One row beside each wallet, checked and counted in
-- the statement that takes the stake. Null = no limit. A looser limit waits in `next_*` until `next_from`.
CREATE TABLE limits.counters (
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  blocked_until timestamptz,
  wager_limit bigint CHECK (wager_limit >= 0),
  loss_limit bigint CHECK (loss_limit >= 0),
  next_wager_limit bigint CHECK (next_wager_limit >= 0),
  next_loss_limit bigint CHECK (next_loss_limit >= 0),
  next_from timestamptz,
  -- Days since 1970 in UTC, and the stakes and stakes-minus-payouts of that day.
  day integer NOT NULL DEFAULT 0,
  wagered bigint NOT NULL DEFAULT 0 CHECK (wagered >= 0),
  lost bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (player_id, currency)
) WITH (fillfactor = 50);
