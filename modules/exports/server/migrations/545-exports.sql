-- Files of lists that operators order. An order stays for ever: its id is in each row of the file, and leads to who took it.
CREATE TABLE exports.orders (
  id uuid PRIMARY KEY,
  operator_id uuid NOT NULL,
  operator_name text NOT NULL,
  list text NOT NULL,
  filters jsonb NOT NULL,
  reason text NOT NULL,
  ordered_at timestamptz NOT NULL,
  ready_at timestamptz,
  -- The operator could no longer read the list when the file was made.
  refused_at timestamptz,
  fetched_at timestamptz,
  rows bigint,
  -- Of the rows with their heading.
  sha256 bytea CHECK (length(sha256) = 32),
  CHECK ((ready_at IS NULL) = (rows IS NULL)),
  CHECK ((ready_at IS NULL) = (sha256 IS NULL)),
  CHECK (fetched_at IS NULL OR ready_at IS NOT NULL)
);
CREATE INDEX orders_operator ON exports.orders (operator_id, ordered_at DESC);

-- The file in pieces, compressed and sealed, so that none of it is in memory as a whole. Piece 0 is its header.
CREATE TABLE exports.pieces (
  order_id uuid NOT NULL REFERENCES exports.orders (id),
  number integer NOT NULL CHECK (number >= 0),
  content bytea NOT NULL,
  PRIMARY KEY (order_id, number)
);
