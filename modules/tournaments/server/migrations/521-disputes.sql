-- A player's objection to the final ranks, one a tournament. Prizes wait until each is answered.
CREATE TABLE tournaments.disputes (
  tournament_id uuid NOT NULL REFERENCES tournaments.tournaments,
  player_id uuid NOT NULL,
  text text NOT NULL,
  -- Ranks and place that the player objects to.
  ranks_hash bytea NOT NULL CHECK (length(ranks_hash) = 32),
  place integer,
  created_at timestamptz NOT NULL,
  answer text,
  answered_by text,
  answered_at timestamptz,
  PRIMARY KEY (tournament_id, player_id),
  CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (answered_by IS NULL))
);
CREATE INDEX disputes_open ON tournaments.disputes (created_at) WHERE answered_at IS NULL;
