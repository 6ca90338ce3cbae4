-- What a person says of himself: the first level. The birth date decides about age; both are encrypted as documents are.
CREATE TABLE verification.identities (
  player_id uuid PRIMARY KEY,
  -- JSON {first_name, last_name, birth_date} under AES-256-GCM, label `identity:{player}`.
  sealed bytea NOT NULL,
  given_at timestamptz NOT NULL
);
