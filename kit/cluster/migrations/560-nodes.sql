-- Unlogged: these rows say who runs now. They cost no WAL, and after a crash or a fail-over of the database the next beats write them again.
-- They find a leader; what keeps a former one from writing is the epoch in the books.
CREATE UNLOGGED TABLE nodes (
  name text PRIMARY KEY,
  run text NOT NULL,
  address text,
  roles text[] NOT NULL,
  services text[] NOT NULL,
  version text NOT NULL,
  contract int NOT NULL,
  secrets text NOT NULL,
  bus text NOT NULL,
  clock_offset_ms int NOT NULL DEFAULT 0,
  lag_ms int NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL,
  beat timestamptz NOT NULL
);

CREATE UNLOGGED TABLE leaders (
  name text PRIMARY KEY,
  epoch bigint NOT NULL,
  timeline int NOT NULL,
  node text NOT NULL,
  address text,
  beat timestamptz NOT NULL
);
