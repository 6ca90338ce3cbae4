-- phase: expand
-- Which operator works on a player's identity check, and until when: a lease, so that a case is not stuck with somebody who left.
CREATE TABLE verification.claims (
  player_id uuid PRIMARY KEY,
  operator_id uuid NOT NULL,
  operator_name text NOT NULL,
  until timestamptz NOT NULL
);
