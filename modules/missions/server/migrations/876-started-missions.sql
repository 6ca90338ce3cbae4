-- phase: expand
-- A targeted mission is shown to the players for whom a campaign has started it, and each of them has one of its places.
ALTER TABLE missions.missions
  ADD COLUMN targeted boolean NOT NULL DEFAULT false,
  ADD COLUMN started integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT missions_started CHECK (started BETWEEN 0 AND coalesce(places, 0)) NOT VALID,
  -- Its prize is held for the player once.
  ADD CONSTRAINT missions_targeted CHECK (NOT targeted OR (prize IS NOT NULL AND period = 'once')) NOT VALID;

CREATE TABLE missions.starts (
  mission_id uuid NOT NULL REFERENCES missions.missions,
  player_id uuid NOT NULL,
  started_at timestamptz NOT NULL,
  PRIMARY KEY (mission_id, player_id)
);
CREATE INDEX starts_player ON missions.starts (player_id, started_at);
