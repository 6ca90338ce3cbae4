-- phase: expand
-- Accounts that are linked directly or over others: each in one cluster, which is named by the lowest id that it began with.
CREATE TABLE risk.cluster_members (
  player_id uuid PRIMARY KEY,
  cluster_id uuid NOT NULL,
  since timestamptz NOT NULL
);
CREATE INDEX cluster_members_cluster ON risk.cluster_members (cluster_id);

-- What operators found out about a case. Never changed.
CREATE TABLE risk.case_notes (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL REFERENCES risk.cases,
  author text NOT NULL,
  text text NOT NULL CHECK (text <> ''),
  written_at timestamptz NOT NULL
);
CREATE INDEX case_notes_case ON risk.case_notes (case_id, id);

-- Why the operator decided so.
ALTER TABLE risk.cases ADD COLUMN reason text;
