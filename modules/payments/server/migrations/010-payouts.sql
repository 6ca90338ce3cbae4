-- What a player has paid with, as the provider names it: money goes back to where it came from.
CREATE TABLE payments.instruments (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  provider text NOT NULL,
  token text NOT NULL,
  method text NOT NULL,
  -- As people recognise it: "•••• 4242".
  label text NOT NULL,
  first_paid_at timestamptz NOT NULL,
  UNIQUE (player_id, provider, token)
);

-- Money on its way out. (player, key) makes the call idempotent: the row holds what it answered.
-- status: 1 pending, 2 processing, 3 paid, 5 declined, 6 cancelled.
CREATE TABLE payments.payouts (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  idempotency_key uuid NOT NULL,
  request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
  answer text,
  provider text NOT NULL,
  instrument_id uuid NOT NULL REFERENCES payments.instruments,
  currency text NOT NULL CHECK (length(currency) = 3),
  amount bigint NOT NULL CHECK (amount > 0),
  status smallint NOT NULL CHECK (status IN (1, 2, 3, 5, 6)),
  created_at timestamptz NOT NULL,
  -- Until then the player may take it back.
  send_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- When the provider was last told or asked about it.
  asked_at timestamptz,
  UNIQUE (player_id, idempotency_key),
  CHECK ((status IN (1, 2)) = (ended_at IS NULL))
);
CREATE INDEX payouts_player ON payments.payouts (player_id, id DESC);
CREATE INDEX payouts_open ON payments.payouts (send_at) WHERE status IN (1, 2);
