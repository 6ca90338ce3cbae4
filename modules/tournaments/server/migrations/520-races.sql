-- A race: a tournament that starts again by schedule. Its terms never change; another one takes its place. Money in micro-units.
CREATE TABLE tournaments.races (
  id uuid PRIMARY KEY,
  title jsonb NOT NULL CHECK (title ?& ARRAY['ru', 'en', 'kz']),
  scoring text NOT NULL CHECK (scoring IN ('wagered', 'multiplier', 'points')),
  games text[] NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  prizes bigint[] NOT NULL,
  min_stake bigint NOT NULL CHECK (min_stake >= 0),
  points jsonb NOT NULL,
  every text NOT NULL CHECK (every IN ('day', 'week')),
  -- IANA name; the start is a time of day of its clocks.
  zone text NOT NULL,
  start_time text NOT NULL CHECK (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- 1 is Monday.
  weekday smallint CHECK (weekday BETWEEN 1 AND 7),
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'running', 'stopped')),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  started_by text,
  CHECK ((every = 'week') = (weekday IS NOT NULL)),
  CHECK ((state = 'draft') OR (started_by IS NOT NULL))
);

-- The tournaments of a race, each start once.
ALTER TABLE tournaments.tournaments ADD COLUMN race_id uuid REFERENCES tournaments.races;
CREATE UNIQUE INDEX tournaments_race ON tournaments.tournaments (race_id, starts_at) WHERE race_id IS NOT NULL;
