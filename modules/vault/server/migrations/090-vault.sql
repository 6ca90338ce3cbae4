-- Until when the vault of a wallet is locked; the row is what putting aside and taking out hold, so that they come one after another.
CREATE TABLE vault.locks (
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  locked_until timestamptz,
  PRIMARY KEY (player_id, currency)
);

-- What was put aside and taken out, each once: the id names its transfer.
CREATE TABLE vault.moves (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  idempotency_key uuid NOT NULL,
  request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  direction text NOT NULL CHECK (direction IN ('in', 'out')),
  amount bigint NOT NULL CHECK (amount > 0),
  moved_at timestamptz NOT NULL,
  answer text NOT NULL,
  UNIQUE (player_id, idempotency_key)
);
