-- One row a round, changed only by the leader whose epoch it names. point and link are written when the flight is over, never before.
CREATE TABLE rounds (
  number bigint PRIMARY KEY CHECK (number > 0),
  state text NOT NULL CHECK (state IN ('betting', 'locked', 'flying', 'crashed', 'settled', 'voided')),
  epoch bigint NOT NULL,
  rules_version text NOT NULL,
  opened_at timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  -- hundredths
  point int CHECK (point BETWEEN 100 AND 100000000),
  link bytea CHECK (octet_length(link) = 32),
  CHECK ((point IS NULL) = (state IN ('betting', 'locked', 'flying'))),
  CHECK ((link IS NULL) = (point IS NULL)),
  CHECK ((ended_at IS NULL) = (state NOT IN ('settled', 'voided')))
);
-- At most one round is on its way.
CREATE UNIQUE INDEX rounds_one_open ON rounds ((true)) WHERE state NOT IN ('settled', 'voided');
