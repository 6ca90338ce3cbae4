-- Where a partner's network is told of an event: an address with macros.
CREATE TABLE partners.postbacks (
  partner_id uuid NOT NULL REFERENCES partners.partners (id),
  event text NOT NULL CHECK (event IN ('registration', 'first_deposit', 'cpa')),
  url text NOT NULL CHECK (length(url) BETWEEN 10 AND 1000),
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, event)
);

-- One event of a player, once. `id` is the event id of every try; `url` is filled in when it is first sent, and every try repeats it.
CREATE TABLE partners.events (
  id uuid PRIMARY KEY,
  partner_id uuid NOT NULL REFERENCES partners.partners (id),
  player_id uuid NOT NULL,
  event text NOT NULL CHECK (event IN ('registration', 'first_deposit', 'cpa')),
  amount bigint CHECK (amount > 0),
  happened_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed', 'withheld')),
  url text,
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  next_at timestamptz,
  -- The status of the last answer, or why there was none.
  outcome text,
  ended_at timestamptz,
  UNIQUE (player_id, event),
  CHECK ((state = 'waiting') = (next_at IS NOT NULL)),
  CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX events_due ON partners.events (next_at) WHERE state = 'waiting';
CREATE INDEX events_partner ON partners.events (partner_id, happened_at DESC);
