-- People of the house who must say yes before a payout is sent: none, one, or two different ones. What it waits for stands in
-- words of ours: `amount`, `day`, and whatever a check adds.
ALTER TABLE payments.payouts
  ADD COLUMN approvals_needed smallint NOT NULL DEFAULT 0 CHECK (approvals_needed BETWEEN 0 AND 2),
  ADD COLUMN waits_for text[] NOT NULL DEFAULT '{}',
  ADD COLUMN approved_at timestamptz;

-- Two rows of one payout are two people: the key sees to that.
CREATE TABLE payments.payout_approvals (
  payout_id uuid NOT NULL REFERENCES payments.payouts,
  operator_id uuid NOT NULL,
  operator_name text NOT NULL,
  approved_at timestamptz NOT NULL,
  PRIMARY KEY (payout_id, operator_id)
);
CREATE INDEX payouts_waiting ON payments.payouts (created_at)
  WHERE status = 1 AND approvals_needed > 0 AND approved_at IS NULL;

-- Methods that an operator has switched off; all others are on.
CREATE TABLE payments.methods_off (
  hash text PRIMARY KEY,
  since timestamptz NOT NULL
);
