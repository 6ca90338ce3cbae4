-- What each player allowed us to send offers by, and when they changed it. The newest row of a channel counts; none is a no. Rows are never changed.
CREATE TABLE notifications.consents (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id uuid NOT NULL,
  channel text COLLATE "C" NOT NULL CHECK (channel IN ('inbox', 'email', 'push')),
  granted boolean NOT NULL,
  -- The sentence that the player agreed to, as it was shown.
  text text NOT NULL,
  given_by text COLLATE "C" NOT NULL CHECK (given_by IN ('settings', 'unsubscribe')),
  given_at timestamptz NOT NULL
);
CREATE INDEX consents_player ON notifications.consents (player_id, channel, number DESC);

-- An offer to one player through one channel. What becomes of it is decided when it is sent. waiting; sent; dropped: `why` names what kept it back.
CREATE TABLE notifications.offers (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  channel text COLLATE "C" NOT NULL CHECK (channel IN ('inbox', 'email', 'push')),
  campaign_id uuid NOT NULL,
  data jsonb NOT NULL,
  ends_at timestamptz NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'sent', 'dropped')),
  why text COLLATE "C",
  queued_at timestamptz NOT NULL,
  decided_at timestamptz,
  UNIQUE (player_id, campaign_id, channel),
  CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CHECK ((state = 'dropped') = (why IS NOT NULL))
);
CREATE INDEX offers_campaign ON notifications.offers (campaign_id);
-- The caps of a channel count these.
CREATE INDEX offers_sent ON notifications.offers (player_id, channel, decided_at) WHERE state = 'sent';
CREATE INDEX offers_queued ON notifications.offers (queued_at);
