-- The last act of the operator at this session: reads by an open page do not count, so that it ends 15 minutes after the last one.
ALTER TABLE operators.sessions ADD COLUMN active_at timestamptz;
UPDATE operators.sessions SET active_at = seen_at;
ALTER TABLE operators.sessions ALTER COLUMN active_at SET NOT NULL;
