-- A rule under a name. An edit makes a new version; campaigns keep the rule they were drafted with.
CREATE TABLE campaigns.segments (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  rule jsonb NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL
);

CREATE TABLE campaigns.campaigns (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  segment_id uuid NOT NULL REFERENCES campaigns.segments,
  segment_version integer NOT NULL,
  rule jsonb NOT NULL,
  -- The targeted bonus that each player gets.
  bonus_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  -- Micro-units: the most that one player gets, what the campaign may give in all, and what grants hold or have used of it.
  per_player bigint NOT NULL CHECK (per_player > 0),
  budget bigint NOT NULL CHECK (budget >= per_player),
  held bigint NOT NULL DEFAULT 0 CHECK (held BETWEEN 0 AND budget),
  -- Thousandths of the players that get nothing.
  control integer NOT NULL CHECK (control BETWEEN 0 AND 500),
  -- Players of each group that the report needs before it names a difference.
  sample integer NOT NULL CHECK (sample BETWEEN 2 AND 1000000),
  schedule jsonb NOT NULL,
  zone text NOT NULL,
  ends_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'active', 'paused', 'finished', 'stopped')),
  -- When players of the segment are chosen next; null when the schedule has ended.
  next_at timestamptz,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  started_by text,
  started_at timestamptz,
  CHECK ((state = 'draft') = (started_at IS NULL))
);
CREATE INDEX campaigns_due ON campaigns.campaigns (next_at) WHERE state = 'active';

-- A player is chosen by a campaign once. due: chosen, with the budget held; granted; refused: something kept them out at the grant;
-- control: gets nothing, for comparison.
CREATE TABLE campaigns.members (
  campaign_id uuid NOT NULL REFERENCES campaigns.campaigns,
  player_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('due', 'granted', 'refused', 'control')),
  -- What kept them out: a fact of the guard, or `unavailable`.
  why text COLLATE "C",
  bonus_id uuid,
  chosen_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (campaign_id, player_id),
  CHECK ((state = 'refused') = (why IS NOT NULL)),
  CHECK ((state = 'granted') = (bonus_id IS NOT NULL)),
  CHECK ((state = 'due') = (done_at IS NULL))
);
CREATE INDEX members_due ON campaigns.members (campaign_id, player_id) WHERE state = 'due';
CREATE INDEX members_player ON campaigns.members (player_id);
