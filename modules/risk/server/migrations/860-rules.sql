-- phase: expand
-- A rule: what runs is a version of it, in shadow, live, or both. A version that has been live may be made live again by one person.
CREATE TABLE risk.rules (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  -- The newest version.
  version integer NOT NULL CHECK (version > 0),
  shadow_version integer,
  shadow_since timestamptz,
  live_version integer,
  live_since timestamptz,
  -- It met more players than a rule may in an hour, and stopped by itself.
  paused_at timestamptz,
  CHECK ((shadow_version IS NULL) = (shadow_since IS NULL)),
  CHECK ((live_version IS NULL) = (live_since IS NULL))
);

-- Never changed once written, but for when it ran.
CREATE TABLE risk.rule_versions (
  rule_id uuid NOT NULL REFERENCES risk.rules,
  version integer NOT NULL,
  rule jsonb NOT NULL,
  effect text COLLATE "C" NOT NULL CHECK (effect IN ('open_case', 'hold_claim')),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  -- The first time it ran in shadow, and live.
  shadowed_at timestamptz,
  lived_at timestamptz,
  PRIMARY KEY (rule_id, version)
);

-- A player whom a version has met, once for each way it ran: what they met it with, and since when.
CREATE TABLE risk.rule_hits (
  rule_id uuid NOT NULL,
  version integer NOT NULL,
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('shadow', 'live')),
  player_id uuid NOT NULL,
  -- The facts it compared, by name.
  facts jsonb NOT NULL,
  hit_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (rule_id, version, mode, player_id),
  FOREIGN KEY (rule_id, version) REFERENCES risk.rule_versions
) WITH (fillfactor = 70);
CREATE INDEX rule_hits_new ON risk.rule_hits (rule_id, hit_at DESC);
CREATE INDEX rule_hits_player ON risk.rule_hits (player_id);

-- When rules last ran.
CREATE TABLE risk.rule_runs (one boolean PRIMARY KEY DEFAULT true CHECK (one), ran_at timestamptz NOT NULL);

ALTER TABLE risk.cases DROP CONSTRAINT cases_kind_check, ADD CONSTRAINT cases_kinds CHECK (kind IN ('claim', 'score', 'rule')) NOT VALID;
-- The rule that opened a case, or held a claim whose score alone would not have.
ALTER TABLE risk.cases ADD COLUMN rule_id uuid, ADD COLUMN rule_version integer;
