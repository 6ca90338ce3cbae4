-- phase: expand
-- Advertising networks that are told of conversions, by the `click_source` of their links; `cpa` for links of CPA networks. An address with macros.
CREATE TABLE partners.networks (
  source text PRIMARY KEY CHECK (source ~ '^[a-z0-9_-]{1,40}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  url text NOT NULL CHECK (length(url) BETWEEN 10 AND 1000),
  active boolean NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL
);

-- What a player who allowed it did after a click, once. `id` is the event id of every try; `url` is filled in at the first, and every try repeats it.
CREATE TABLE partners.conversions (
  id uuid PRIMARY KEY,
  source text NOT NULL REFERENCES partners.networks (source),
  player_id uuid NOT NULL,
  event text NOT NULL CHECK (event IN ('registration', 'first_deposit')),
  click_id text NOT NULL,
  happened_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed', 'withheld')),
  url text,
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  next_at timestamptz,
  outcome text,
  ended_at timestamptz,
  UNIQUE (player_id, event),
  CHECK ((state = 'waiting') = (next_at IS NOT NULL)),
  CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX conversions_due ON partners.conversions (next_at) WHERE state = 'waiting';
CREATE INDEX conversions_happened ON partners.conversions (happened_at DESC);
