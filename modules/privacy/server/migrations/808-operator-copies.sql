-- phase: expand
-- Copies of a player's data that operators order. A row is never deleted: it says who took what and why. `content` is gzip and AES-256-GCM
-- (label `operator-copy:{id}`); it is deleted a day after it was made, or an hour after it was fetched.
CREATE TABLE privacy.operator_copies (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  operator_id uuid NOT NULL,
  operator_name text NOT NULL,
  reason text NOT NULL,
  ordered_at timestamptz NOT NULL,
  ready_at timestamptz,
  -- The operator could no longer order copies when it was made, or the player was erased.
  refused_at timestamptz,
  fetched_at timestamptz,
  -- Of the data in the file.
  sha256 bytea CHECK (length(sha256) = 32),
  content bytea,
  CHECK ((ready_at IS NULL) = (sha256 IS NULL)),
  CHECK (content IS NULL OR ready_at IS NOT NULL),
  CHECK (fetched_at IS NULL OR ready_at IS NOT NULL)
);
CREATE INDEX operator_copies_player ON privacy.operator_copies (player_id, ordered_at DESC);
CREATE INDEX operator_copies_operator ON privacy.operator_copies (operator_id, ordered_at DESC);
CREATE UNIQUE INDEX operator_copies_one_waiting ON privacy.operator_copies (player_id, operator_id)
  WHERE ready_at IS NULL AND refused_at IS NULL;
CREATE INDEX operator_copies_stored ON privacy.operator_copies (ready_at) WHERE content IS NOT NULL;
