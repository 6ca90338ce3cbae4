-- phase: expand
-- What operators ask a player about a withdrawal that waits for approval, and the answers. While a question is open nobody approves the withdrawal.
CREATE TABLE payments.payout_questions (
  id uuid PRIMARY KEY,
  payout_id uuid NOT NULL REFERENCES payments.payouts,
  topic text COLLATE "C" NOT NULL CHECK (topic IN ('instrument', 'income', 'bets', 'documents')),
  asked_by uuid NOT NULL,
  asked_name text NOT NULL,
  asked_at timestamptz NOT NULL,
  -- Without an answer the withdrawal can be decided again from then on.
  until timestamptz NOT NULL,
  -- Answered, replaced by a later question, or the withdrawal has ended.
  ended_at timestamptz,
  answer text CHECK (length(answer) BETWEEN 1 AND 1000),
  CHECK (answer IS NULL OR ended_at IS NOT NULL)
);
CREATE UNIQUE INDEX payout_questions_open ON payments.payout_questions (payout_id) WHERE ended_at IS NULL;
CREATE INDEX payout_questions_payout ON payments.payout_questions (payout_id, asked_at DESC);
