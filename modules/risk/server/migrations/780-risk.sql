-- The last score of an account with its signals: [{name, points, players, count}], those that add most first.
CREATE TABLE risk.scores (
  player_id uuid PRIMARY KEY,
  score smallint NOT NULL CHECK (score BETWEEN 0 AND 100),
  signals jsonb NOT NULL,
  version smallint NOT NULL,
  scored_at timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX scores_high ON risk.scores (score DESC, player_id) WHERE score > 0;

CREATE TABLE risk.cases (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('claim', 'score')),
  -- The bonus that waits.
  bonus_id uuid,
  score smallint NOT NULL,
  signals jsonb NOT NULL,
  version smallint NOT NULL,
  opened_at timestamptz NOT NULL,
  -- A person decides until then.
  due_at timestamptz NOT NULL,
  -- The bonus starts then without a decision.
  waits_until timestamptz,
  claimed_by uuid,
  claimed_name text,
  closed_at timestamptz,
  closed_by text,
  outcome text COLLATE "C" CHECK (outcome IN ('not_fraud', 'fraud', 'timed_out', 'ended')),
  CHECK ((kind = 'claim') = (bonus_id IS NOT NULL) AND (kind = 'claim') = (waits_until IS NOT NULL)),
  CHECK ((claimed_by IS NULL) = (claimed_name IS NULL)),
  CHECK ((closed_at IS NULL) = (outcome IS NULL))
);
CREATE UNIQUE INDEX cases_bonus ON risk.cases (bonus_id) WHERE bonus_id IS NOT NULL;
CREATE UNIQUE INDEX cases_open_score ON risk.cases (player_id) WHERE closed_at IS NULL AND kind = 'score';
CREATE INDEX cases_due ON risk.cases (due_at, id) WHERE closed_at IS NULL;
CREATE INDEX cases_player ON risk.cases (player_id, id DESC);
