-- Orders that are nobody's payment: coins swept from a player's address to the hot wallet (`source` is the address's number), and
-- ether sent to such an address so that its tokens can be moved (`serves` is the sweep it is for).
ALTER TABLE crypto.orders
  ADD COLUMN kind text NOT NULL DEFAULT 'payment' CHECK (kind IN ('payment', 'sweep', 'gas')),
  ADD COLUMN source integer REFERENCES crypto.addresses,
  ADD COLUMN serves uuid REFERENCES crypto.orders,
  ALTER COLUMN currency DROP NOT NULL,
  ALTER COLUMN amount DROP NOT NULL,
  ALTER COLUMN rate DROP NOT NULL,
  DROP CONSTRAINT orders_nonce_key,
  DROP CONSTRAINT orders_state_check,
  DROP CONSTRAINT orders_check,
  DROP CONSTRAINT orders_check1,
  -- A sweep that is given up was never signed.
  ADD CHECK (state IN ('ordered', 'signed', 'final', 'failed') OR (kind = 'sweep' AND state = 'given_up')),
  ADD CHECK ((state IN ('ordered', 'given_up')) = (nonce IS NULL)),
  ADD CHECK ((state IN ('final', 'failed', 'given_up')) = (ended_at IS NOT NULL)),
  ADD CHECK (CASE kind WHEN 'payment' THEN num_nonnulls(currency, amount, rate) = 3 ELSE num_nonnulls(currency, amount, rate) = 0 END),
  ADD CHECK ((kind = 'sweep') = (source IS NOT NULL)),
  ADD CHECK ((kind = 'gas') = (serves IS NOT NULL));
-- Every address counts for itself; the hot wallet is the one without a number.
CREATE UNIQUE INDEX orders_nonce ON crypto.orders (coalesce(source, -1), nonce) WHERE nonce IS NOT NULL;
-- One sweep of an address at a time, and one sending of gas for it.
CREATE UNIQUE INDEX orders_one_sweep ON crypto.orders (source) WHERE kind = 'sweep' AND state IN ('ordered', 'signed');
CREATE UNIQUE INDEX orders_one_gas ON crypto.orders (serves) WHERE kind = 'gas' AND state IN ('ordered', 'signed');

-- What operators asked to have swept; turned into orders by whoever watches the chain next, one wish of a coin at a time.
CREATE TABLE crypto.sweeps (
  id uuid PRIMARY KEY,
  coin text NOT NULL,
  asked_by text NOT NULL,
  asked_at timestamptz NOT NULL,
  ordered_at timestamptz,
  addresses integer,
  units numeric(78, 0),
  CHECK (num_nulls(ordered_at, addresses, units) IN (0, 3))
);
CREATE UNIQUE INDEX sweeps_one_open ON crypto.sweeps (coin) WHERE ordered_at IS NULL;

-- Who has seen to an alarm.
ALTER TABLE crypto.alarms
  ADD COLUMN acknowledged_at timestamptz,
  ADD COLUMN acknowledged_by text,
  ADD CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL));
CREATE INDEX alarms_open ON crypto.alarms (at DESC) WHERE acknowledged_at IS NULL;
