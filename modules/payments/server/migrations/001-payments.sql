-- A deposit in the making. (player, key) makes the call that opened it idempotent: the row holds what it answered.
-- status: 1 created, 2 awaiting, 3 paid, 4 expired, 5 declined, 6 cancelled.
CREATE TABLE payments.invoices (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  idempotency_key uuid NOT NULL,
  request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
  answer text,
  provider text NOT NULL,
  method text NOT NULL,
  provider_hash text,
  currency text NOT NULL CHECK (length(currency) = 3),
  amount bigint NOT NULL CHECK (amount > 0),
  credited bigint NOT NULL DEFAULT 0 CHECK (credited >= 0),
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  sum_was_changed boolean NOT NULL DEFAULT false,
  status smallint NOT NULL CHECK (status BETWEEN 1 AND 6),
  card_number text,
  card_phone text,
  url text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- When the provider was last asked about it (messages get lost).
  asked_at timestamptz,
  UNIQUE (player_id, idempotency_key),
  UNIQUE (provider, provider_hash),
  CHECK ((status IN (1, 2)) = (ended_at IS NULL)),
  CHECK (status <> 3 OR credited > 0),
  CHECK ((card_number IS NULL) = (card_phone IS NULL))
);
CREATE INDEX invoices_player ON payments.invoices (player_id, id DESC);
CREATE INDEX invoices_open ON payments.invoices (expires_at) WHERE status IN (1, 2);

-- Every message of a provider, once. What a repeat would do was done with the first.
CREATE TABLE payments.events (
  provider text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamptz NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (provider, event_id)
);

-- Money that arrived, once for each payment of the provider, however many messages tell of it. `id` is the reference of
-- its transfer in the ledger; a payment in a currency the house does not have has none and waits for people.
CREATE TABLE payments.receipts (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  payment_id text NOT NULL,
  invoice_id uuid REFERENCES payments.invoices,
  player_id uuid,
  currency text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  disposition text NOT NULL CHECK (disposition IN ('credited', 'to_be_returned', 'quarantined')),
  received_at timestamptz NOT NULL,
  UNIQUE (provider, payment_id),
  CHECK ((disposition = 'quarantined') = (player_id IS NULL))
);
CREATE INDEX receipts_invoice ON payments.receipts (invoice_id);
