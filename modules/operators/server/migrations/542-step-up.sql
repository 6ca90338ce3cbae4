-- When the operator last proved their app in this session. A sign-in proves it; so do those before this migration.
ALTER TABLE operators.sessions ADD COLUMN proved_at timestamptz;
UPDATE operators.sessions SET proved_at = opened_at;
ALTER TABLE operators.sessions ALTER COLUMN proved_at SET DEFAULT '-infinity', ALTER COLUMN proved_at SET NOT NULL;
