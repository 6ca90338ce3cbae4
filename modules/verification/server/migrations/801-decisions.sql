-- phase: expand
-- Every decision of a player's check since this table: who decided, and for an overrule who requested it. Whoever did either does not
-- approve the next overrule of the same submission. A row is never changed.
CREATE TABLE verification.decisions (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id uuid NOT NULL,
  at timestamptz NOT NULL,
  decision text COLLATE "C" NOT NULL CHECK (decision IN ('approved', 'declined', 'more')),
  by text COLLATE "C" NOT NULL CHECK (by IN ('provider', 'operator', 'rules')),
  operator_id uuid,
  operator_name text,
  asked_by uuid,
  asked_by_name text,
  CHECK ((by = 'operator') = (operator_id IS NOT NULL))
);
CREATE INDEX decisions_player ON verification.decisions (player_id, number);
