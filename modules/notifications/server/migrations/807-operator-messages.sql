-- phase: expand
-- What operators write to players, once for all its recipients. A service message is about the account; marketing takes a consent.
CREATE TABLE notifications.messages (
  id uuid PRIMARY KEY,
  purpose text COLLATE "C" NOT NULL CHECK (purpose IN ('service', 'marketing')),
  -- {locale: {subject, text}}: a player without a text in their language gets none.
  texts jsonb NOT NULL,
  reason text NOT NULL,
  operator_id uuid NOT NULL,
  operator_name text NOT NULL,
  -- The chosen players: how many, and SHA-256 of their sorted ids, as in the audit log. The ids are those of the recipients.
  players integer NOT NULL CHECK (players > 0),
  players_sha256 bytea NOT NULL CHECK (length(players_sha256) = 32),
  asked_at timestamptz NOT NULL
);

-- One player through one channel. What becomes of it is decided when it is sent. waiting; sent; dropped: `why` names what kept it back.
CREATE TABLE notifications.recipients (
  id uuid PRIMARY KEY,
  message_id uuid NOT NULL REFERENCES notifications.messages,
  player_id uuid NOT NULL,
  channel text COLLATE "C" NOT NULL CHECK (channel IN ('inbox', 'email')),
  state text COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'sent', 'dropped')),
  why text COLLATE "C",
  decided_at timestamptz,
  UNIQUE (message_id, player_id, channel),
  CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CHECK ((state = 'dropped') = (why IS NOT NULL))
);
CREATE INDEX recipients_player ON notifications.recipients (player_id, message_id DESC);
-- The caps of a channel count these beside offers.
CREATE INDEX recipients_sent ON notifications.recipients (player_id, channel, decided_at) WHERE state = 'sent';
