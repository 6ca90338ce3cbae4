-- phase: expand
-- Reports that are made on a schedule. A schedule that has ended stays: its runs lead to it.
CREATE TABLE reporting.schedules (
  id uuid PRIMARY KEY,
  report text NOT NULL,
  every text NOT NULL CHECK (every IN ('day', 'month')),
  tests boolean NOT NULL,
  -- Of the notices.
  locale text NOT NULL,
  -- The first day of the next report.
  next_day date NOT NULL CHECK (every = 'day' OR extract(day FROM next_day) = 1),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  paused_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX schedules_due ON reporting.schedules (next_day) WHERE ended_at IS NULL AND paused_at IS NULL;

CREATE TABLE reporting.recipients (
  schedule_id uuid NOT NULL REFERENCES reporting.schedules (id),
  operator_id uuid NOT NULL,
  PRIMARY KEY (schedule_id, operator_id)
);

-- One report of a schedule: each period once.
CREATE TABLE reporting.runs (
  id uuid PRIMARY KEY,
  schedule_id uuid NOT NULL REFERENCES reporting.schedules (id),
  from_day date NOT NULL,
  to_day date NOT NULL CHECK (to_day >= from_day),
  zone text NOT NULL,
  started_at timestamptz NOT NULL,
  done_at timestamptz,
  UNIQUE (schedule_id, from_day)
);

-- What a recipient gets: a file of their own, made with their own permissions.
CREATE TABLE reporting.deliveries (
  run_id uuid NOT NULL REFERENCES reporting.runs (id),
  operator_id uuid NOT NULL,
  operator_name text NOT NULL,
  order_id uuid NOT NULL UNIQUE,
  notified_at timestamptz,
  refused_at timestamptz,
  PRIMARY KEY (run_id, operator_id)
);
