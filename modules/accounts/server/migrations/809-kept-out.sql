-- phase: expand
-- What recognizes a person whose account ended while they were kept out of play: keyed hashes, until when nobody registers with them.
CREATE TABLE accounts.kept_out (
  hash bytea PRIMARY KEY CHECK (length(hash) = 32),
  until timestamptz NOT NULL
);
CREATE INDEX kept_out_until ON accounts.kept_out (until);
