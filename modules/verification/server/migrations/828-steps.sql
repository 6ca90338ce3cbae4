-- phase: expand
-- What happened to the documents of players, in order: a case has its last submission and decision only. A row is never changed.
CREATE TABLE verification.steps (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id uuid NOT NULL,
  at timestamptz NOT NULL,
  step text COLLATE "C" NOT NULL CHECK (step IN ('submitted', 'approved', 'declined', 'more')),
  -- Whose step it was; null for those before this table.
  by text COLLATE "C" CHECK (by IN ('player', 'provider', 'operator', 'rules'))
);
CREATE INDEX steps_at ON verification.steps (at);
INSERT INTO verification.steps (player_id, at, step)
SELECT player_id, submitted_at, 'submitted' FROM verification.cases WHERE submitted_at IS NOT NULL
UNION ALL
SELECT player_id, decided_at, CASE status WHEN 'success' THEN 'approved' WHEN 'failed' THEN 'declined' ELSE 'more' END
FROM verification.cases WHERE decided_at IS NOT NULL AND status IN ('success', 'failed', 'user_pending');
