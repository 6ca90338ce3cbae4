-- The host name a session was opened on: taking a mirror out of the register ends what was opened there. `hostname` goes on
-- to say where it was last seen.
ALTER TABLE accounts.sessions ADD COLUMN made_on text NOT NULL DEFAULT '';
UPDATE accounts.sessions SET made_on = hostname;
CREATE INDEX sessions_made_on ON accounts.sessions (made_on) WHERE ended_at IS NULL;

-- The reasons are listed in the code, which several modules add to.
ALTER TABLE accounts.sessions DROP CONSTRAINT sessions_end_reason_check;
ALTER TABLE accounts.sessions ADD CONSTRAINT sessions_end_reason_check CHECK (end_reason ~ '^[a-z_]+$');
