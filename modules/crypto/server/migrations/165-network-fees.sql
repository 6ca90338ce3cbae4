-- What a transaction of the house cost the network, as it went into the books: once for each order that has ended, at the rate of
-- that moment. Written once, never changed.
CREATE TABLE crypto.network_fees (
  order_id uuid PRIMARY KEY REFERENCES crypto.orders,
  wei numeric(78, 0) NOT NULL CHECK (wei >= 0),
  currency text NOT NULL,
  rate text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  booked_at timestamptz NOT NULL
);
