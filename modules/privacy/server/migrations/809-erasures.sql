-- phase: expand
-- Players whose personal data two operators erased. What the law requires to know of them stays until `keep_until`.
CREATE TABLE privacy.erasures (
  player_id uuid PRIMARY KEY,
  erased_at timestamptz NOT NULL,
  -- Of `approvals`: who asked, who approved and why.
  request_id uuid NOT NULL,
  -- Null: nothing had to stay.
  keep_until timestamptz,
  completed_at timestamptz,
  CHECK (keep_until IS NOT NULL OR completed_at IS NOT NULL)
);
CREATE INDEX erasures_due ON privacy.erasures (keep_until) WHERE completed_at IS NULL;
