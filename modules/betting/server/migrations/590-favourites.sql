-- What a player follows in the sportsbook, by the ids of the odds provider.
CREATE TABLE betting.favourites (
  player_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('event', 'team', 'league')),
  id text NOT NULL CHECK (id ~ '^[A-Za-z0-9:_.-]{1,64}$'),
  marked_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, kind, id)
);
-- Events are over one day: the job that removes them reads by age.
CREATE INDEX favourites_events ON betting.favourites (marked_at) WHERE kind = 'event';
