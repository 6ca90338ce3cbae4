-- The people of the house. They are no players: nothing of theirs is shared with the accounts of the site.
CREATE TABLE operators.operators (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  role text NOT NULL,
  -- argon2id; null until the invitation is accepted.
  password_hash text,
  -- Sealed under a key that is not in the database, and the last time step whose code was taken.
  totp_secret bytea,
  totp_step bigint NOT NULL DEFAULT 0,
  -- Tries at a factor since `tries_since`; the fourth within half an hour is refused unread.
  tries int NOT NULL DEFAULT 0,
  tries_since timestamptz NOT NULL DEFAULT '-infinity',
  disabled_at timestamptz,
  created_at timestamptz NOT NULL,
  password_changed_at timestamptz,
  last_login_at timestamptz,
  last_login_address text,
  CHECK ((password_hash IS NULL) = (totp_secret IS NULL))
);

-- At most one for each operator: a new one takes the place of the former.
CREATE TABLE operators.invitations (
  operator_id uuid PRIMARY KEY REFERENCES operators.operators,
  token_hash bytea NOT NULL UNIQUE,
  totp_secret bytea NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Right passwords whose code has not come yet.
CREATE TABLE operators.challenges (
  token_hash bytea PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators.operators,
  hostname text NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE TABLE operators.sessions (
  id uuid PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators.operators,
  token_hash bytea NOT NULL UNIQUE,
  -- The host name it was opened under, the only one it is good for.
  hostname text NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  opened_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX sessions_living ON operators.sessions (operator_id) WHERE ended_at IS NULL;
