-- One row per stream of the odds provider. Written only when it goes up or down: bets hold it FOR SHARE.
CREATE TABLE odds.producers (
  producer text PRIMARY KEY CHECK (producer ~ '^[a-z_]{1,20}$'),
  up boolean NOT NULL,
  -- Why it is down; null while it is up.
  reason text CHECK ((reason IS NULL) = up),
  since timestamptz NOT NULL DEFAULT now()
);

-- When the newest frame of a producer arrived, by the database's clock. Read unlocked by every bet: the dead man's switch.
CREATE TABLE odds.heartbeats (
  producer text PRIMARY KEY REFERENCES odds.producers,
  at timestamptz NOT NULL,
  -- A bet needs a heartbeat younger than this.
  limit_ms integer NOT NULL CHECK (limit_ms BETWEEN 100 AND 60000)
);

-- The frame that was applied last, and the leader that may apply the next one.
CREATE TABLE odds.positions (
  producer text PRIMARY KEY REFERENCES odds.producers,
  leader_epoch bigint NOT NULL,
  -- The provider's epoch; null before the first frame.
  epoch bigint,
  frame bigint NOT NULL DEFAULT 0,
  -- SHA-256 of that frame's body; null before the first frame and where a snapshot replaced missing frames.
  hash bytea CHECK (length(hash) = 32),
  -- The recovery that is under way, and how many were requested in a row.
  request uuid,
  attempts integer NOT NULL DEFAULT 0
);
CREATE SEQUENCE odds.leader_epochs;

-- Frames as they arrived, applied once each.
CREATE TABLE odds.frames (
  producer text NOT NULL,
  epoch bigint NOT NULL,
  frame bigint NOT NULL CHECK (frame > 0),
  signature text NOT NULL,
  body text NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  sent timestamptz NOT NULL,
  arrived timestamptz NOT NULL,
  applied timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (producer, epoch, frame)
);
CREATE INDEX frames_age ON odds.frames (applied);

-- What arrived and was not applied, with the reason: at most its first 64 KiB, its length and its hash.
CREATE TABLE odds.rejected_frames (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  producer text NOT NULL,
  reason text NOT NULL,
  arrived timestamptz NOT NULL,
  length integer NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  beginning bytea NOT NULL CHECK (length(beginning) <= 65536)
);

CREATE TABLE odds.events (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9:_.-]{1,64}$'),
  sport text NOT NULL,
  category text NOT NULL,
  tournament text NOT NULL,
  -- Ids of the competitors; both null for an outright.
  home text,
  away text,
  -- Names, format, coverage, commitment and revealed seed as the provider states them.
  fixture jsonb NOT NULL,
  -- Closed until the fixture and a state are known: `unknown` is what an odds_change without a fixture creates.
  status text NOT NULL CHECK (status IN
    ('unknown', 'scheduled', 'live', 'ended', 'cancelled', 'postponed', 'abandoned', 'retired', 'walkover')),
  planned_start timestamptz,
  -- Why Fairhouse keeps the whole event closed; an operator lifts it.
  fault text,
  -- The start as the facts have it, by our clock.
  started_at timestamptz,
  -- Score, clock, periods: the facts beside the incidents.
  state jsonb NOT NULL DEFAULT '{}',
  state_n bigint NOT NULL DEFAULT 0,
  -- Moves with each goal, card, VAR decision and period; a waiting slip compares it.
  incident_counter integer NOT NULL DEFAULT 0,
  -- The newest bet_stop of each group of markets, `*` for all: an older odds_change reopens nothing.
  stops jsonb NOT NULL DEFAULT '{}',
  -- The newest message of any producer, and the head of the log's chain after `position` messages.
  n bigint NOT NULL DEFAULT 0,
  -- The newest of each producer.
  ns jsonb NOT NULL DEFAULT '{}',
  position bigint NOT NULL DEFAULT 0,
  head bytea NOT NULL CHECK (length(head) = 32)
);
CREATE INDEX events_start ON odds.events (planned_start);
CREATE INDEX events_tournament ON odds.events (tournament);

-- Status and prices are in one row, so that whoever waited for its lock reads both fresh.
CREATE TABLE odds.markets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event text NOT NULL REFERENCES odds.events,
  kind text NOT NULL,
  -- Canonical: keys sorted, `total=2.5`, empty without a specifier.
  spec text NOT NULL,
  grp text NOT NULL,
  producer text NOT NULL REFERENCES odds.producers,
  status text NOT NULL CHECK (status IN ('active', 'suspended', 'inactive', 'handed_over', 'settled', 'cancelled')),
  -- Why Fairhouse keeps it closed although the provider opened it; null otherwise.
  fault text,
  fault_n bigint,
  -- {"outcome": {"price": thousandths, "p": {"win", "half_win", "refund", "half_lose"} or null}}
  outcomes jsonb NOT NULL DEFAULT '{}',
  -- The message that changed it last, and a number that moves with every change of status or price.
  n bigint NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  -- The provider's standing result, {"outcome": {"result", "voidFactor", "deadHeat": [places, tied]}}, and when it was decided, by our clock.
  result jsonb,
  certainty smallint CHECK (certainty IN (1, 2)),
  -- The newest settlement or rollback.
  settled_n bigint,
  decided_at timestamptz,
  -- The same by our own rules; null while the facts do not decide it. Disputed: both exist and differ.
  own_result jsonb,
  disputed boolean NOT NULL DEFAULT false,
  UNIQUE (event, kind, spec),
  CHECK ((result IS NULL) = (certainty IS NULL) AND (result IS NULL OR settled_n IS NOT NULL))
);

-- Windows in which accepted bets are void, by our clock. A rollback names the message that lifted it.
CREATE TABLE odds.cancels (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  market bigint NOT NULL REFERENCES odds.markets,
  n bigint NOT NULL,
  from_at timestamptz,
  to_at timestamptz,
  reason text NOT NULL,
  rolled_back_n bigint,
  CHECK (from_at <= to_at),
  UNIQUE (market, n)
);

CREATE TABLE odds.incidents (
  event text NOT NULL REFERENCES odds.events,
  id text NOT NULL,
  n bigint NOT NULL,
  -- {"kind", "side", "period", "clock", "player"...}
  incident jsonb NOT NULL,
  -- Its place in the provider's list.
  position integer NOT NULL,
  -- The message that cancelled it (VAR).
  cancelled_n bigint,
  PRIMARY KEY (event, id)
);

-- The public log of an event: head = SHA-256(head before || SHA-256(message)).
CREATE TABLE odds.messages (
  event text NOT NULL,
  position bigint NOT NULL CHECK (position > 0),
  n bigint NOT NULL,
  type text NOT NULL,
  producer text NOT NULL,
  epoch bigint NOT NULL,
  frame bigint NOT NULL,
  -- Why it changed nothing; null when it was applied.
  skipped text,
  message text NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  head bytea NOT NULL CHECK (length(head) = 32),
  PRIMARY KEY (event, position)
);
CREATE INDEX messages_n ON odds.messages (event, n);
CREATE INDEX messages_frame ON odds.messages (producer, epoch, frame);
CREATE FUNCTION odds.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the log of events is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON odds.messages FOR EACH ROW EXECUTE FUNCTION odds.refuse();

-- What outcomes cost if they win: possible payouts and stakes of open slips in micro-dollars. Written by `betting` in its statements.
CREATE TABLE odds.exposures (
  market bigint NOT NULL REFERENCES odds.markets,
  outcome text NOT NULL,
  payout_usd bigint NOT NULL DEFAULT 0 CHECK (payout_usd >= 0),
  stake_usd bigint NOT NULL DEFAULT 0 CHECK (stake_usd >= 0),
  slips integer NOT NULL DEFAULT 0 CHECK (slips >= 0),
  PRIMARY KEY (market, outcome)
);

CREATE TABLE odds.alarms (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  producer text NOT NULL,
  event text,
  market text,
  detail text NOT NULL
);
CREATE INDEX alarms_at ON odds.alarms (at);

-- Names of sports, categories, tournaments and competitors, by language.
CREATE TABLE odds.names (
  id text NOT NULL,
  language text NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (id, language)
);
