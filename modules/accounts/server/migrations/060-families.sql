-- A session that sign-on carried to another host belongs with the one it came from: whoever logs out on one host is logged out
-- on all. `root_id`: the session that a login opened; null for that one itself.
ALTER TABLE accounts.sessions ADD COLUMN root_id uuid;
CREATE INDEX sessions_family ON accounts.sessions (coalesce(root_id, id)) WHERE ended_at IS NULL;
