-- phase: expand
-- What operators read, outside the audit log: a row a minute for each operator, call and filter. Kept for 13 months.
CREATE TABLE operators.reads (
  minute timestamptz NOT NULL,
  operator_id uuid NOT NULL,
  role text NOT NULL,
  call text NOT NULL,
  -- SHA-256 of the call's parameters and filters.
  filter_hash bytea NOT NULL CHECK (length(filter_hash) = 32),
  times integer NOT NULL CHECK (times > 0),
  -- Rows in all answers.
  rows bigint NOT NULL CHECK (rows >= 0),
  PRIMARY KEY (minute, operator_id, role, call, filter_hash)
);
