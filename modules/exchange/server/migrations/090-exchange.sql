-- A quote, and with `exchanged_at` the exchange it became: a quote is used once. Everything it says is written down when it is
-- made and booked as it stands; the key and the answer are those of the call that used it.
CREATE TABLE exchange.quotes (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  from_currency text COLLATE "C" NOT NULL CHECK (length(from_currency) = 3),
  to_currency text COLLATE "C" NOT NULL CHECK (length(to_currency) = 3),
  sold bigint NOT NULL CHECK (sold > 0),
  received bigint NOT NULL CHECK (received > 0),
  spread bigint NOT NULL CHECK (spread >= 0),
  remainder bigint NOT NULL CHECK (remainder >= 0),
  rate text NOT NULL,
  rate_at timestamptz NOT NULL,
  quoted_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  idempotency_key uuid,
  exchanged_at timestamptz,
  answer text,
  CHECK (from_currency <> to_currency),
  CHECK ((exchanged_at IS NULL) = (idempotency_key IS NULL) AND (exchanged_at IS NULL) = (answer IS NULL)),
  CHECK (exchanged_at < expires_at)
);
CREATE UNIQUE INDEX quotes_by_key ON exchange.quotes (player_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX quotes_unused ON exchange.quotes (expires_at) WHERE exchanged_at IS NULL;
