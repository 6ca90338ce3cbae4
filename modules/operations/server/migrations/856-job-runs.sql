-- phase: expand
-- Jobs that an operator has run again, until it is known what became of them.
CREATE TABLE office.job_runs (
  job_id bigint PRIMARY KEY,
  task text NOT NULL,
  operator_name text NOT NULL,
  asked_at timestamptz NOT NULL
);
