-- phase: expand
-- In which order providers are tried for new deposits. The most specific row holds: of the country, else of all (''), else the configured order.
CREATE TABLE payments.cascade_orders (
  method text NOT NULL,
  currency text NOT NULL CHECK (length(currency) = 3),
  country text NOT NULL DEFAULT '' CHECK (country ~ '^([A-Z]{2})?$'),
  -- Providers that are not named follow in the configured order.
  providers text[] NOT NULL CHECK (cardinality(providers) > 0),
  PRIMARY KEY (method, currency, country)
);

-- Providers that get no new order. What they have got is asked about and booked until it ends.
CREATE TABLE payments.suspended_providers (
  provider text PRIMARY KEY,
  since timestamptz NOT NULL,
  operator_name text NOT NULL,
  reason text NOT NULL
);
