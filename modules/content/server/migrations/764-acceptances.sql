-- What players agreed to, for ever: one row a player and version.
CREATE TABLE content.acceptances (
  player_id uuid NOT NULL,
  key text COLLATE "C" NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  -- The language in which it was read.
  locale text NOT NULL,
  accepted_at timestamptz NOT NULL,
  how text NOT NULL CHECK (how IN ('registration', 'asked')),
  PRIMARY KEY (player_id, key, version)
);
