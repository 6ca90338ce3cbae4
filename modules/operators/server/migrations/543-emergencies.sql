-- Break-glass: a one-use code from the server's console that stands in for an operator's app, for an hour from its issue.
CREATE TABLE operators.emergencies (
  id uuid PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators.operators,
  reason text NOT NULL,
  code_hash bytea NOT NULL UNIQUE,
  made_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  reviewed_by uuid REFERENCES operators.operators,
  reviewed_name text,
  reviewed_at timestamptz,
  review text,
  CHECK (reviewed_by <> operator_id),
  CHECK ((reviewed_by IS NULL) = (reviewed_at IS NULL) AND (reviewed_by IS NULL) = (review IS NULL))
);
CREATE INDEX emergencies_open ON operators.emergencies (made_at) WHERE reviewed_at IS NULL;

ALTER TABLE operators.sessions ADD COLUMN emergency_id uuid REFERENCES operators.emergencies;
