-- The processes that run jobs. A row whose heartbeat is old belongs to a process that died: its jobs are given back.
CREATE TABLE workers (
  name text PRIMARY KEY,
  heartbeat timestamptz NOT NULL
);
