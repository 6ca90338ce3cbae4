-- phase: expand
-- What the check of the books found, kept: an invariant from the check that found it broken to the one that found it whole, and the time in
-- which nothing checked, because no server ran or none could.
CREATE TABLE office.watch_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('broken', 'unchecked')),
  -- The invariant; empty for `unchecked`.
  name text NOT NULL,
  began_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE UNIQUE INDEX watch_events_open ON office.watch_events (name) WHERE ended_at IS NULL;
CREATE INDEX watch_events_began_at ON office.watch_events (began_at);
CREATE INDEX watch_events_ended_at ON office.watch_events (ended_at) WHERE ended_at IS NOT NULL;
