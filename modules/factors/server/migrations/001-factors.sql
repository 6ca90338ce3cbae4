-- Codes of an app (RFC 6238). The secret is encrypted under a key that is not in the database.
CREATE TABLE factors.totp (
  player_id uuid PRIMARY KEY,
  secret bytea NOT NULL,
  -- Null until a first code was right.
  confirmed_at timestamptz,
  -- The last time step of which a code was taken: no code is taken twice, and none of an earlier step after a later one.
  last_step bigint NOT NULL DEFAULT 0
);

-- Ten codes for the day the app is gone; HMACs under a key of the house. A used one is deleted.
CREATE TABLE factors.recovery_codes (
  player_id uuid NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (player_id, hash)
);

CREATE TABLE factors.passkeys (
  id text PRIMARY KEY,
  player_id uuid NOT NULL,
  -- The host name that made it; browsers offer it there and nowhere else.
  rp_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX passkeys_player ON factors.passkeys (player_id);

-- Questions that wait for a browser's answer; each is answered once.
CREATE TABLE factors.questions (
  hash bytea PRIMARY KEY CHECK (length(hash) = 32),
  purpose text NOT NULL CHECK (purpose IN ('add', 'proof', 'login', 'step')),
  player_id uuid,
  rp_id text NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK ((purpose = 'login') = (player_id IS NULL))
);
CREATE INDEX questions_expiry ON factors.questions (expires_at);

-- Sessions in which it was proved lately that the player is there.
CREATE TABLE factors.proofs (
  session_id uuid PRIMARY KEY,
  until timestamptz NOT NULL
);

-- Wrong codes and passwords of a player.
CREATE TABLE factors.tries (
  player_id uuid PRIMARY KEY,
  failures integer NOT NULL CHECK (failures > 0),
  since timestamptz NOT NULL
);
