-- A player is reached by e-mail, by phone, or both. A number is unique in its one form, E.164.
ALTER TABLE accounts.players
  ADD COLUMN phone text CONSTRAINT players_phone_key UNIQUE CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  ADD COLUMN phone_verified boolean NOT NULL DEFAULT false;

-- The one living code of a purpose and a subject, whether an account is behind it or not. Only an HMAC of it is kept.
CREATE TABLE accounts.codes (
  subject bytea PRIMARY KEY CHECK (length(subject) = 32),
  id uuid NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  -- Where it went, for the purposes that must know afterwards.
  address text,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX codes_expiry ON accounts.codes (expires_at);

-- When codes and links were sent: by SHA-256 of a contact, or of a player who has codes sent to others.
CREATE TABLE accounts.code_sends (
  identifier bytea NOT NULL CHECK (length(identifier) = 32),
  purpose text NOT NULL,
  sent_at timestamptz NOT NULL
);
CREATE INDEX code_sends_identifier ON accounts.code_sends (identifier, sent_at);
CREATE INDEX code_sends_sent_at ON accounts.code_sends (sent_at);

-- A login whose first factor was right and that waits for one more step; by SHA-256 of its secret.
CREATE TABLE accounts.challenges (
  hash bytea PRIMARY KEY CHECK (length(hash) = 32),
  player_id uuid NOT NULL REFERENCES accounts.players,
  methods text[] NOT NULL CHECK (cardinality(methods) > 0),
  -- The identifier whose failed logins are forgotten when it ends well.
  identifier bytea,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX challenges_player ON accounts.challenges (player_id);
CREATE INDEX challenges_expiry ON accounts.challenges (expires_at);

-- Links in messages, and what a right code is exchanged for; by SHA-256 of the secret. Each opens once.
CREATE TABLE accounts.links (
  hash bytea PRIMARY KEY CHECK (length(hash) = 32),
  player_id uuid NOT NULL REFERENCES accounts.players,
  purpose text NOT NULL CHECK (purpose IN ('login', 'restore')),
  -- The contact that it proves, as it was then.
  kind text NOT NULL CHECK (kind IN ('email', 'phone')),
  contact_key text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX links_player ON accounts.links (player_id);
CREATE INDEX links_expiry ON accounts.links (expires_at);
