-- Declined deposits before this moment count no more: somebody of the house has looked at them.
CREATE TABLE payments.forgiven_failures (
  player_id uuid PRIMARY KEY,
  before timestamptz NOT NULL
);
CREATE INDEX invoices_declined ON payments.invoices (player_id, ended_at) WHERE status = 5;
