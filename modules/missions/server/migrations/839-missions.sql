-- phase: expand
-- A goal and what reaching it gives: a prize in one currency to as many players as there are places, or, without one, a badge.
CREATE TABLE missions.missions (
  id uuid PRIMARY KEY,
  -- {"ru": ..., "en": ..., "kz": ...}
  title jsonb NOT NULL CHECK (title ?& ARRAY['ru', 'en', 'kz']),
  goal jsonb NOT NULL,
  period text COLLATE "C" NOT NULL CHECK (period IN ('once', 'week')),
  currency text COLLATE "C" CHECK (length(currency) = 3),
  -- Micro-units.
  prize bigint CHECK (prize > 0),
  places integer CHECK (places > 0),
  taken integer NOT NULL DEFAULT 0 CHECK (taken >= 0),
  state text COLLATE "C" NOT NULL CHECK (state IN ('draft', 'open', 'closed')),
  ends_at timestamptz NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  opened_by text,
  opened_at timestamptz,
  CHECK (num_nulls(currency, prize, places) IN (0, 3)),
  CHECK (taken <= coalesce(places, 0)),
  -- A badge is for good.
  CHECK (prize IS NOT NULL OR period = 'once'),
  CHECK ((opened_at IS NULL) = (opened_by IS NULL)),
  CHECK (state <> 'open' OR opened_at IS NOT NULL)
);
CREATE INDEX missions_open ON missions.missions (created_at) WHERE state = 'open';

-- A prize that a player has collected: once for each period of a mission, of one that has none from 1970-01-01.
CREATE TABLE missions.prizes (
  id uuid PRIMARY KEY,
  mission_id uuid NOT NULL REFERENCES missions.missions,
  player_id uuid NOT NULL,
  period_from date NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  amount bigint NOT NULL CHECK (amount > 0),
  collected_at timestamptz NOT NULL,
  UNIQUE (mission_id, player_id, period_from)
);
CREATE INDEX prizes_player ON missions.prizes (player_id, collected_at);
