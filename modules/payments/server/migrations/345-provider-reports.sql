-- Responses and messages of providers about a deposit, payout or return, for its timeline. Equal outcomes share a row, so that
-- polling an open payout for days adds one row and not thousands.
CREATE TABLE payments.provider_reports (
  -- The id of the invoice, payout or return.
  subject_id uuid NOT NULL,
  source text NOT NULL CHECK (source IN ('call', 'message')),
  action text NOT NULL,
  provider text NOT NULL,
  outcome text NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  times integer NOT NULL CHECK (times > 0),
  -- Orders outcomes of the same moment.
  no bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (subject_id, source, action, provider, outcome)
);
