-- Server seeds of players: number 1, 2, 3 ... each. Encrypted with a key that is not in the database. The live one and the next one have revealed_at null.
CREATE TABLE seeds (
  player_id uuid NOT NULL,
  number int NOT NULL CHECK (number > 0),
  encrypted_seed bytea NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  created_at timestamptz NOT NULL,
  revealed_at timestamptz,
  PRIMARY KEY (player_id, number)
);

-- The pair a player plays with now. The nonce belongs to the server seed: it only grows until the seed is rotated.
CREATE TABLE pairs (
  player_id uuid PRIMARY KEY,
  seed_number int NOT NULL CHECK (seed_number > 0),
  client_seed text CHECK (client_seed ~ '^[A-Za-z0-9_-]{1,64}$'),
  nonce int NOT NULL CHECK (nonce >= 0)
) WITH (fillfactor = 70);

-- Chains of shared sequences. first_round is the sequence's round that uses link 1. salt is the value of the beacon round, null until that round is due.
CREATE TABLE chains (
  sequence text NOT NULL,
  number int NOT NULL CHECK (number > 0),
  first_round bigint NOT NULL CHECK (first_round > 0),
  length int NOT NULL CHECK (length > 0),
  checkpoint_interval int NOT NULL CHECK (checkpoint_interval > 0),
  encrypted_checkpoints bytea NOT NULL,
  head bytea NOT NULL CHECK (octet_length(head) = 32),
  beacon_round bigint NOT NULL CHECK (beacon_round > 0),
  salt bytea CHECK (octet_length(salt) = 32),
  test_beacon boolean NOT NULL,
  published_at timestamptz NOT NULL,
  PRIMARY KEY (sequence, number)
);

-- Links given away, and so the last round that is over. A link is written here when its round ends, never before.
CREATE TABLE revealed_links (
  sequence text NOT NULL,
  round bigint NOT NULL CHECK (round > 0),
  link bytea NOT NULL CHECK (octet_length(link) = 32),
  revealed_at timestamptz NOT NULL,
  PRIMARY KEY (sequence, round)
);
