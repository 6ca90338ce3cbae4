-- What players ask the club for. At most one of a player is open.
CREATE TABLE vip.requests (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  request_type text NOT NULL CHECK (request_type IN ('membership', 'personal_host', 'higher_limits')),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'accepted', 'declined')),
  created_at timestamptz NOT NULL,
  answered_at timestamptz,
  CHECK ((status = 'open') = (answered_at IS NULL))
);
CREATE UNIQUE INDEX requests_one_open ON vip.requests (player_id) WHERE status = 'open';
CREATE INDEX requests_player ON vip.requests (player_id, created_at DESC);
