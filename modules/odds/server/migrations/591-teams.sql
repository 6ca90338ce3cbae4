-- The matches of a competitor: favourites, form, former meetings.
CREATE INDEX events_home ON odds.events (home, planned_start DESC);
CREATE INDEX events_away ON odds.events (away, planned_start DESC);
