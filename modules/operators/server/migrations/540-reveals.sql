-- Personal data of a player that an operator has seen unmasked. The audit log has the entry with its reason; this is what the limit an hour
-- counts, and what a session may see again for ten minutes.
CREATE TABLE operators.reveals (
  id uuid PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators.operators,
  session_id uuid NOT NULL REFERENCES operators.sessions,
  player_id uuid NOT NULL,
  fields text[] NOT NULL CHECK (cardinality(fields) > 0),
  at timestamptz NOT NULL
);
CREATE INDEX reveals_operator ON operators.reveals (operator_id, at);
