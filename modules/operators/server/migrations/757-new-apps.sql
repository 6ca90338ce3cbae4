-- phase: expand
-- Apps that operators are adding, each in one of their sessions: the sealed secret waits for its first code.
CREATE TABLE operators.new_apps (
  operator_id uuid PRIMARY KEY REFERENCES operators.operators,
  session_id uuid NOT NULL REFERENCES operators.sessions,
  totp_secret bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
