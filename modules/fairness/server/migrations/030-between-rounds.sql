-- Rounds between players: each has a secret of its own, promised when the round opens. The close record (entries, their hash, the beacon round) is written
-- when entry closes; told_at says that it was told before the beacon's value was due. Secret and value are written together, when the round is over.
CREATE TABLE between_rounds (
  game text NOT NULL,
  round bigint NOT NULL CHECK (round > 0),
  encrypted_secret bytea NOT NULL,
  commitment bytea NOT NULL CHECK (octet_length(commitment) = 32),
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  -- lines "seat:public player id:stake in micro-units"
  entries text,
  entries_hash bytea CHECK (octet_length(entries_hash) = 32),
  beacon_round bigint CHECK (beacon_round > 0),
  beacon_due_at timestamptz,
  test_beacon boolean,
  told_at timestamptz,
  secret bytea CHECK (octet_length(secret) = 32),
  beacon_value bytea CHECK (octet_length(beacon_value) = 32),
  beacon_signature bytea,
  revealed_at timestamptz,
  PRIMARY KEY (game, round),
  CHECK (num_nulls(closed_at, entries, entries_hash, beacon_round, beacon_due_at, test_beacon) IN (0, 6)),
  CHECK (beacon_due_at >= closed_at + interval '2 seconds'),
  CHECK (told_at IS NULL OR (closed_at IS NOT NULL AND told_at < beacon_due_at)),
  CHECK ((secret IS NULL) = (revealed_at IS NULL)),
  CHECK (num_nulls(beacon_value, beacon_signature) IN (0, 2)),
  CHECK (beacon_value IS NULL OR (secret IS NOT NULL AND told_at IS NOT NULL))
);
