-- One row for each thing a player was told. `source` names the event, so that one event makes one entry.
CREATE TABLE notifications.entries (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  kind text NOT NULL,
  data jsonb NOT NULL,
  source text NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  UNIQUE (player_id, source)
);
CREATE INDEX entries_player ON notifications.entries (player_id, id DESC);
CREATE INDEX entries_unread ON notifications.entries (player_id) WHERE read_at IS NULL;
CREATE INDEX entries_created ON notifications.entries (created_at);

-- The phrase by which a player recognises our mails.
CREATE TABLE notifications.phrases (
  player_id uuid PRIMARY KEY,
  phrase text NOT NULL CHECK (length(phrase) BETWEEN 3 AND 40),
  set_at timestamptz NOT NULL
);
