-- People. An e-mail is unique by its key (one mailbox, one account); a name is public and never an e-mail.
CREATE TABLE accounts.players (
  id uuid PRIMARY KEY,
  -- What the player's rosette is drawn from. Random: it tells nothing of the person.
  public_id bytea NOT NULL UNIQUE CHECK (length(public_id) = 16),
  name text NOT NULL CONSTRAINT players_name_key UNIQUE,
  email text,
  email_key text CONSTRAINT players_email_key UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  register_method text NOT NULL CHECK (register_method IN ('email', 'phone', 'social')),
  is_test boolean NOT NULL DEFAULT false,
  currency text CHECK (currency IN ('RUB', 'USD', 'KZT', 'INR', 'EUR')),
  locale text CHECK (locale IN ('ru', 'en', 'kz')),
  timezone text,
  is_avatar_hidden boolean NOT NULL DEFAULT false,
  is_statistics_hidden boolean NOT NULL DEFAULT false,
  agreed_at timestamptz NOT NULL,
  registered_at timestamptz NOT NULL,
  CHECK ((email IS NULL) = (email_key IS NULL))
);

CREATE TABLE accounts.credentials (
  player_id uuid PRIMARY KEY REFERENCES accounts.players,
  password_hash text NOT NULL,
  changed_at timestamptz NOT NULL
);

-- A signed-in browser. Its refresh secret is not stored: it is computed from the key of the house, this row's salt and
-- `generation`, which counts the rotations.
CREATE TABLE accounts.sessions (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL REFERENCES accounts.players,
  salt bytea NOT NULL CHECK (length(salt) = 16),
  generation integer NOT NULL DEFAULT 1 CHECK (generation > 0),
  rotated_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text CHECK (end_reason IN ('logout', 'replay')),
  hostname text NOT NULL,
  ip text NOT NULL,
  user_agent text NOT NULL,
  seen_at timestamptz NOT NULL,
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX sessions_player ON accounts.sessions (player_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_expiry ON accounts.sessions (expires_at) WHERE ended_at IS NULL;

-- Access tokens by their SHA-256. Several of one session may be good at once: each tab may be a step behind.
CREATE TABLE accounts.access_tokens (
  hash bytea PRIMARY KEY CHECK (length(hash) = 32),
  session_id uuid NOT NULL REFERENCES accounts.sessions ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX access_tokens_session ON accounts.access_tokens (session_id);
CREATE INDEX access_tokens_expiry ON accounts.access_tokens (expires_at);

-- Failed logins by SHA-256 of the e-mail key, whether an account has it or not.
CREATE TABLE accounts.login_attempts (
  identifier bytea PRIMARY KEY CHECK (length(identifier) = 32),
  failures integer NOT NULL CHECK (failures > 0),
  since timestamptz NOT NULL
);
CREATE INDEX login_attempts_since ON accounts.login_attempts (since);
