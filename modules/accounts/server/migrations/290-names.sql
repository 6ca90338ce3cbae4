-- Names are unique by what they look like (shared/name-key.ts), so that nobody can be taken for somebody else. All names so far were
-- made by `handles.ts`: Latin words and digits between hyphens.
ALTER TABLE accounts.players ADD COLUMN name_key text;
UPDATE accounts.players SET name_key = replace(replace(translate(lower(name), 'i10-', 'llo'), 'rn', 'm'), 'vv', 'w');
ALTER TABLE accounts.players
  ALTER COLUMN name_key SET NOT NULL,
  ADD CONSTRAINT players_name_looks_key UNIQUE (name_key);

-- The picture that stands beside the name: a drawn one or an approved upload; null for the seal.
ALTER TABLE accounts.players ADD COLUMN avatar text CHECK (avatar ~ '^([a-z]{3,8}|u[A-Za-z0-9_-]{11})$');
