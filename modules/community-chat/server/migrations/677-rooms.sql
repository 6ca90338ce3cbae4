-- A room for each language. Messages and removals take the next number under the room's row, so that a reader who asks for what is above its last number misses none.
CREATE TABLE community_chat.rooms (
  room text COLLATE "C" PRIMARY KEY,
  last_number bigint NOT NULL DEFAULT 0
);

CREATE TABLE community_chat.messages (
  id uuid PRIMARY KEY,
  room text COLLATE "C" NOT NULL REFERENCES community_chat.rooms,
  number bigint NOT NULL,
  author_id uuid NOT NULL,
  -- Of the request: a repeat returns what it wrote.
  key uuid NOT NULL,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 300),
  written_at timestamptz NOT NULL,
  -- The number of its removal.
  removed bigint,
  removed_why text COLLATE "C",
  removed_at timestamptz,
  UNIQUE (room, number),
  UNIQUE (author_id, key),
  CHECK ((removed IS NULL) = (removed_why IS NULL) AND (removed IS NULL) = (removed_at IS NULL))
);
CREATE INDEX messages_removed ON community_chat.messages (room, removed) WHERE removed IS NOT NULL;
CREATE INDEX messages_author ON community_chat.messages (author_id, written_at DESC);
CREATE INDEX messages_written ON community_chat.messages (written_at);

-- Players who have written or reported: their row is locked by what they do, so limits hold over all windows.
CREATE TABLE community_chat.members (
  player_id uuid PRIMARY KEY,
  muted_until timestamptz
);

CREATE TABLE community_chat.reports (
  message_id uuid NOT NULL REFERENCES community_chat.messages ON DELETE CASCADE,
  player_id uuid NOT NULL,
  reason text COLLATE "C" NOT NULL,
  reported_at timestamptz NOT NULL,
  -- When an operator decided on the message.
  closed_at timestamptz,
  PRIMARY KEY (message_id, player_id)
);
CREATE INDEX reports_open ON community_chat.reports (message_id) WHERE closed_at IS NULL;
CREATE INDEX reports_player ON community_chat.reports (player_id, reported_at DESC);
