-- Browsers that a player's notices are pushed to: the subscription that the browser handed out (RFC 8030), with the keys of RFC 8291. It ends with
-- the session that added it.
CREATE TABLE notifications.push_subscriptions (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  session_id uuid NOT NULL,
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) BETWEEN 10 AND 1024),
  p256dh text NOT NULL,
  auth text NOT NULL,
  user_agent text NOT NULL,
  locale text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX push_subscriptions_player ON notifications.push_subscriptions (player_id, id);
CREATE INDEX push_subscriptions_session ON notifications.push_subscriptions (session_id);

-- The pair by which push services recognise this site (RFC 8292), made once. Without it every browser has to subscribe again.
CREATE TABLE notifications.push_key (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  public_key text NOT NULL,
  private_key bytea NOT NULL,
  made_at timestamptz NOT NULL
);
