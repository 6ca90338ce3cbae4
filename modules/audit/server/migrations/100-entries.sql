-- One row is one thing done in the house's name. `number` is 1, 2, 3 ... without gaps; `hash` is SHA-256 over the hash of
-- the row before and everything in this one, so no row can be changed, taken out or moved without breaking the chain.
-- `before` and `after` are the exact text that was hashed.
CREATE TABLE audit.entries (
  number bigint PRIMARY KEY CHECK (number > 0),
  at timestamptz NOT NULL,
  -- Null: the house itself, or a command at its console.
  operator_id uuid,
  operator_name text NOT NULL,
  role text NOT NULL,
  action text NOT NULL,
  -- What it was done to: `player:{id}`, `payout:{id}` ...
  subject text NOT NULL,
  reason text,
  before text CHECK (before IS JSON),
  after text CHECK (after IS JSON),
  address text,
  request_id text,
  previous bytea NOT NULL CHECK (length(previous) = 32),
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32)
);
CREATE INDEX entries_subject ON audit.entries (subject, number DESC);
CREATE INDEX entries_operator ON audit.entries (operator_id, number DESC);

CREATE FUNCTION audit.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit.entries FOR EACH ROW EXECUTE FUNCTION audit.refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit.entries FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse();
REVOKE UPDATE, DELETE, TRUNCATE ON audit.entries FROM PUBLIC;
