-- phase: expand
-- What is written for us: by a moderator, of a rain, of a tip. `subject` is the rain or tip. `changed`: the number of the last change of what it shows.
ALTER TABLE community_chat.messages
  ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'player',
  ADD COLUMN subject uuid,
  ADD COLUMN changed bigint,
  ADD CONSTRAINT messages_kind CHECK (kind IN ('player', 'moderator', 'rain', 'tip') AND (kind IN ('rain', 'tip')) = (subject IS NOT NULL)) NOT VALID;

-- Money that promotions set aside for the chat, by two people. What is left when it closes returns.
CREATE TABLE community_chat.budgets (
  id uuid PRIMARY KEY,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  amount bigint NOT NULL CHECK (amount > 0),
  -- Given to players, and waiting in open rains.
  given bigint NOT NULL DEFAULT 0 CHECK (given >= 0),
  reserved bigint NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  asked_by text NOT NULL,
  approved_by text NOT NULL,
  reason text NOT NULL,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  CHECK (given + reserved <= amount),
  CHECK (closed_at IS NULL OR reserved = 0)
);

-- open until `ends_at`; then paid: each of `players` has got `share`, and the rest is back in its budget.
CREATE TABLE community_chat.rains (
  id uuid PRIMARY KEY,
  budget_id uuid NOT NULL REFERENCES community_chat.budgets (id),
  room text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  started_by text NOT NULL,
  started_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > started_at),
  state text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paid')),
  share bigint CHECK (share >= 0),
  players integer CHECK (players >= 0),
  ended_at timestamptz,
  CHECK ((state = 'paid') = (share IS NOT NULL AND players IS NOT NULL AND ended_at IS NOT NULL)),
  CHECK (share IS NULL OR share * players <= amount)
);
CREATE UNIQUE INDEX rains_open ON community_chat.rains (room) WHERE state = 'open';
CREATE INDEX rains_budget ON community_chat.rains (budget_id);

-- Who takes part. When the rain ends: `got`, or why not.
CREATE TABLE community_chat.collections (
  rain_id uuid NOT NULL REFERENCES community_chat.rains (id),
  player_id uuid NOT NULL,
  collected_at timestamptz NOT NULL,
  got bigint CHECK (got > 0),
  refused text COLLATE "C",
  PRIMARY KEY (rain_id, player_id),
  CHECK (got IS NULL OR refused IS NULL)
);
CREATE INDEX collections_player ON community_chat.collections (player_id);

-- Given by a host: at most one a player and day (since 1970, UTC).
CREATE TABLE community_chat.tips (
  id uuid PRIMARY KEY,
  budget_id uuid NOT NULL REFERENCES community_chat.budgets (id),
  player_id uuid NOT NULL,
  room text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  day integer NOT NULL,
  given_by text NOT NULL,
  given_at timestamptz NOT NULL,
  UNIQUE (player_id, day)
);
CREATE INDEX tips_budget ON community_chat.tips (budget_id);
