-- phase: expand
-- Which operator works on a payout that waits for approval, and until when: a lease, so that a payout is not stuck with somebody who left.
CREATE TABLE payments.payout_claims (
  payout_id uuid PRIMARY KEY REFERENCES payments.payouts,
  operator_id uuid NOT NULL,
  operator_name text NOT NULL,
  until timestamptz NOT NULL
);
