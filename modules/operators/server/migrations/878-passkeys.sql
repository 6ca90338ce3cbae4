-- phase: expand
-- Passkeys of operators: each works on the host name of the back office where it was created.
CREATE TABLE operators.passkeys (
  id text PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators.operators,
  rp_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX passkeys_operator ON operators.passkeys (operator_id);

-- Challenges that wait for a browser's response; each is answered once, by what it is bound to: a session, a sign-in or an invitation.
CREATE TABLE operators.passkey_challenges (
  hash bytea PRIMARY KEY CHECK (length(hash) = 32),
  purpose text NOT NULL CHECK (purpose IN ('add', 'step_up', 'login', 'invitation')),
  operator_id uuid NOT NULL REFERENCES operators.operators,
  bound_to text NOT NULL,
  rp_id text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_expiry ON operators.passkey_challenges (expires_at);

-- A passkey in place of an app: an operator with a password has one of them, which the server keeps under the operator's row lock.
ALTER TABLE operators.operators DROP CONSTRAINT operators_check;
