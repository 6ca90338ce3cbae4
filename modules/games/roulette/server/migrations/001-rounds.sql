-- One row a spin of the shared table, changed only by the leader whose epoch it names. pocket and link are written when the ball falls, never before.
CREATE TABLE rounds (
  number bigint PRIMARY KEY CHECK (number > 0),
  state text NOT NULL CHECK (state IN ('betting', 'locked', 'spinning', 'landed', 'settled', 'voided')),
  epoch bigint NOT NULL,
  rules_version text NOT NULL,
  opened_at timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  pocket int CHECK (pocket BETWEEN 0 AND 36),
  link bytea CHECK (octet_length(link) = 32),
  CHECK ((pocket IS NULL) = (state IN ('betting', 'locked', 'spinning'))),
  CHECK ((link IS NULL) = (pocket IS NULL)),
  CHECK ((ended_at IS NULL) = (state NOT IN ('settled', 'voided')))
);
-- At most one spin is on its way.
CREATE UNIQUE INDEX rounds_one_open ON rounds ((true)) WHERE state NOT IN ('settled', 'voided');
