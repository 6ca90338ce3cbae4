-- What one operator asks for and others approve. A row's content is never changed; `payload_hash` is SHA-256 over all of it.
CREATE TABLE approvals.requests (
  id uuid PRIMARY KEY,
  -- Registered by the domain that carries it out: `owner.invite` ...
  kind text NOT NULL,
  subject text NOT NULL,
  -- The subject as it was when this was asked for; approvals count for this version only.
  subject_version text NOT NULL,
  payload jsonb NOT NULL,
  payload_hash bytea NOT NULL CHECK (length(payload_hash) = 32),
  reason text NOT NULL,
  needs smallint NOT NULL CHECK (needs > 0),
  asked_by uuid NOT NULL,
  asked_name text NOT NULL,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > asked_at),
  -- A waiting one past `expires_at` has expired, whether this says so yet or not.
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'approved', 'declined', 'expired')),
  decided_by uuid,
  decided_name text,
  decided_at timestamptz,
  decline_reason text,
  CHECK ((status IN ('approved', 'declined')) = (decided_by IS NOT NULL)),
  CHECK (status <> 'approved' OR decided_by <> asked_by),
  UNIQUE (id, asked_by)
);
-- Asking twice for the same thing is asking once.
CREATE UNIQUE INDEX requests_same ON approvals.requests (asked_by, payload_hash) WHERE status = 'waiting';
CREATE INDEX requests_newest ON approvals.requests (asked_at DESC, id DESC);

-- Nobody twice, and never whoever asked: the keys see to both.
CREATE TABLE approvals.approvals (
  request_id uuid NOT NULL,
  asked_by uuid NOT NULL,
  operator_id uuid NOT NULL CHECK (operator_id <> asked_by),
  operator_name text NOT NULL,
  approved_at timestamptz NOT NULL,
  PRIMARY KEY (request_id, operator_id),
  FOREIGN KEY (request_id, asked_by) REFERENCES approvals.requests (id, asked_by)
);
