-- Money that came in and may not be played or is nobody's, on its way back to where it was paid from. One row is one order to
-- the provider, under the row's id. A declined one is ended and followed by another try.
-- status: 1 pending, 2 processing, 3 returned, 5 declined.
CREATE TABLE payments.returns (
  id uuid PRIMARY KEY,
  receipt_id uuid NOT NULL,
  try smallint NOT NULL CHECK (try > 0),
  -- Whose books it stands in: the player, or null for the house's quarantine.
  player_id uuid,
  invoice_id uuid,
  provider text NOT NULL,
  -- The provider's name of the payment.
  payment_id text NOT NULL,
  currency text NOT NULL CHECK (length(currency) = 3),
  amount bigint NOT NULL CHECK (amount > 0),
  status smallint NOT NULL CHECK (status IN (1, 2, 3, 5)),
  created_at timestamptz NOT NULL,
  send_at timestamptz NOT NULL,
  asked_at timestamptz,
  ended_at timestamptz,
  UNIQUE (receipt_id, try),
  CHECK ((status IN (1, 2)) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX returns_once ON payments.returns (receipt_id) WHERE status IN (1, 2, 3);
CREATE INDEX returns_open ON payments.returns (send_at) WHERE status IN (1, 2);
ALTER TABLE payments.invoices ADD COLUMN returned bigint NOT NULL DEFAULT 0 CHECK (returned >= 0);
