-- Copies of what is known of a person. `content` is gzip and AES-256-GCM (label `export:{id}`), and is deleted with its row.
CREATE TABLE privacy.exports (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  step integer NOT NULL DEFAULT 0 CHECK (step BETWEEN 0 AND steps),
  steps integer NOT NULL CHECK (steps >= 0),
  requested_at timestamptz NOT NULL,
  ready_at timestamptz,
  expires_at timestamptz NOT NULL,
  content bytea,
  CHECK ((ready_at IS NULL) = (content IS NULL))
);
CREATE INDEX exports_player ON privacy.exports (player_id, requested_at DESC);
CREATE UNIQUE INDEX exports_one_waiting ON privacy.exports (player_id) WHERE ready_at IS NULL;
CREATE INDEX exports_expiry ON privacy.exports (expires_at);
