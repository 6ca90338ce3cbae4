-- How far each wallet's transfers were folded, and what its next stake is compared with.
CREATE TABLE harm.positions (
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  seq bigint NOT NULL CHECK (seq >= 0),
  state jsonb NOT NULL,
  moved_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, currency)
) WITH (fillfactor = 70);
CREATE INDEX positions_moved ON harm.positions (moved_at);

-- How a player played on a day (UTC), all wallets together.
CREATE TABLE harm.play_days (
  player_id uuid NOT NULL,
  day integer NOT NULL,
  stakes bigint NOT NULL,
  night_stakes bigint NOT NULL,
  played_ms bigint NOT NULL,
  sessions integer NOT NULL,
  top_ups integer NOT NULL,
  emptied integer NOT NULL,
  after_loss bigint NOT NULL,
  -- In thousandths.
  after_loss_ratios bigint NOT NULL,
  PRIMARY KEY (player_id, day)
) WITH (fillfactor = 70);
CREATE INDEX play_days_day ON harm.play_days (day);

-- What other modules do not keep: limits that were raised, deposits that a player's own limit refused.
CREATE TABLE harm.events (
  player_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('limit_raised', 'limit_reached')),
  at timestamptz NOT NULL,
  PRIMARY KEY (player_id, kind, at)
);
CREATE INDEX events_at ON harm.events (at);

CREATE TABLE harm.scores (
  player_id uuid PRIMARY KEY,
  score smallint NOT NULL CHECK (score BETWEEN 0 AND 100),
  -- [{name, value, points}], those that add most first.
  markers jsonb NOT NULL,
  scored_at timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX scores_high ON harm.scores (score DESC, player_id) WHERE score >= 25;

-- The highest score of a day (UTC), and the net loss of the 30 days up to it, whole cents of a euro.
CREATE TABLE harm.score_days (
  player_id uuid NOT NULL,
  day integer NOT NULL,
  score smallint NOT NULL,
  loss bigint NOT NULL,
  PRIMARY KEY (player_id, day)
) WITH (fillfactor = 70);
CREATE INDEX score_days_day ON harm.score_days (day, score);

CREATE TABLE harm.cases (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('score', 'declines', 'limit_reached', 'said_so', 'relative')),
  score smallint NOT NULL,
  markers jsonb NOT NULL,
  -- What the operator who reported it wrote.
  note text,
  opened_by text,
  opened_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  claimed_by uuid,
  claimed_name text,
  closed_at timestamptz,
  closed_by text,
  outcome text,
  CHECK ((claimed_by IS NULL) = (claimed_name IS NULL)),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (outcome IS NULL))
);
CREATE UNIQUE INDEX cases_open ON harm.cases (player_id) WHERE closed_at IS NULL;
CREATE INDEX cases_due ON harm.cases (due_at, id) WHERE closed_at IS NULL;
CREATE INDEX cases_player ON harm.cases (player_id, id DESC);

-- What was done for a player, with what was known then.
CREATE TABLE harm.interactions (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  case_id uuid REFERENCES harm.cases,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('figures', 'warning', 'message', 'call', 'pause')),
  text text,
  reply text,
  score smallint NOT NULL,
  markers jsonb NOT NULL,
  by_name text,
  at timestamptz NOT NULL
);
CREATE INDEX interactions_player ON harm.interactions (player_id, id DESC);
CREATE INDEX interactions_at ON harm.interactions (at);

-- What followed 7, 30 and 90 days later, beside players whose score was just below the grade on the same day.
CREATE TABLE harm.outcomes (
  interaction_id uuid NOT NULL REFERENCES harm.interactions,
  after_days smallint NOT NULL CHECK (after_days IN (7, 30, 90)),
  score smallint NOT NULL,
  loss bigint NOT NULL,
  score_before smallint NOT NULL,
  loss_before bigint NOT NULL,
  control_players integer NOT NULL,
  -- The mean change of their scores; null without any.
  control_change numeric(6, 2),
  at timestamptz NOT NULL,
  PRIMARY KEY (interaction_id, after_days)
);
