-- A person's check. `reference` names one submission to the company; what comes for a former one is ignored.
CREATE TABLE verification.cases (
  player_id uuid PRIMARY KEY,
  is_need boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'init'
    CHECK (status IN ('init', 'waiting', 'user_pending', 'pending', 'failed', 'unverified', 'success', 'verified')),
  reason text CHECK (reason IN ('unreadable', 'expired', 'mismatch', 'more_documents', 'other')),
  reference uuid UNIQUE,
  submitted_at timestamptz,
  decided_at timestamptz
);

-- `content` is AES-256-GCM under a key that is not in the database, bound to the row (label `document:{id}`).
CREATE TABLE verification.documents (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('identity', 'identity_back', 'selfie', 'address')),
  type text NOT NULL,
  size integer NOT NULL CHECK (size > 0),
  content bytea NOT NULL,
  added_at timestamptz NOT NULL,
  UNIQUE (player_id, kind)
);
ALTER TABLE verification.documents ALTER COLUMN content SET STORAGE EXTERNAL;

-- Every message of the company, once.
CREATE TABLE verification.events (
  provider text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamptz NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (provider, event_id)
);
