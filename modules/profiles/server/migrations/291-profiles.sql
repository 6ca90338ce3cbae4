-- Names that players chose, the newest of a player being the one in use unless it was rejected. `former_name`: what a rejection gives
-- back; no other player may take it meanwhile.
CREATE TABLE profiles.names (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL,
  former_name text NOT NULL,
  former_key text NOT NULL,
  state text NOT NULL CHECK (state IN ('in_review', 'approved', 'rejected', 'replaced')),
  why text,
  chosen_at timestamptz NOT NULL,
  decided_at timestamptz,
  CHECK ((state = 'rejected') = (why IS NOT NULL))
);
CREATE UNIQUE INDEX names_in_review ON profiles.names (player_id) WHERE state = 'in_review';
CREATE INDEX names_player ON profiles.names (player_id, chosen_at DESC);
CREATE INDEX names_key ON profiles.names (name_key);
CREATE INDEX names_former ON profiles.names (former_key);
CREATE INDEX names_decided ON profiles.names (decided_at DESC) WHERE state IN ('approved', 'rejected');

-- Uploaded pictures, as we encoded them. `content` is kept while the picture is shown or may be.
CREATE TABLE profiles.avatars (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  key text NOT NULL UNIQUE CHECK (key ~ '^u[A-Za-z0-9_-]{11}$'),
  content bytea,
  state text NOT NULL CHECK (state IN ('in_review', 'approved', 'rejected', 'replaced')),
  why text,
  uploaded_at timestamptz NOT NULL,
  decided_at timestamptz,
  CHECK ((state = 'rejected') = (why IS NOT NULL)),
  CHECK ((state IN ('in_review', 'approved')) = (content IS NOT NULL))
);
CREATE UNIQUE INDEX avatars_in_review ON profiles.avatars (player_id) WHERE state = 'in_review';
CREATE UNIQUE INDEX avatars_approved ON profiles.avatars (player_id) WHERE state = 'approved';
CREATE INDEX avatars_player ON profiles.avatars (player_id, uploaded_at DESC);
CREATE INDEX avatars_decided ON profiles.avatars (decided_at DESC) WHERE state IN ('approved', 'rejected');
