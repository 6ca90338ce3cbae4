-- When a session was last used by its player's own hand, to within a minute: after a while of nothing he shows again that it is him.
CREATE TABLE factors.activity (
  session_id uuid PRIMARY KEY,
  active_at timestamptz NOT NULL
);
CREATE INDEX activity_age ON factors.activity (active_at);
