-- Free bets: each is staked as a whole by the slip that it names. A slip that is void leaves it free for another one.
CREATE TABLE wallet.free_bets (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  amount bigint NOT NULL CHECK (amount > 0),
  granted_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > granted_at),
  -- The key of the slip that staked it last.
  slip uuid
);
CREATE INDEX free_bets_of_player ON wallet.free_bets (player_id, expires_at);
