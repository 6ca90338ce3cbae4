-- Companies whose games the house offers. One that is not connected to this house lends its games a page, and no play.
CREATE TABLE catalogue.providers (
  id text PRIMARY KEY CHECK (id ~ '^[a-z][a-z0-9-]{1,39}$'),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 80)
);

-- A slot or a live table. Return in hundredths of a percent, the largest win in multiples of the stake, as its company states them.
CREATE TABLE catalogue.games (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('slots', 'live-casino')),
  slug text NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 80),
  provider_id text NOT NULL REFERENCES catalogue.providers,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
  rtp integer CHECK (rtp BETWEEN 1 AND 10000),
  volatility text CHECK (volatility IN ('low', 'medium', 'high')),
  max_win integer CHECK (max_win > 0),
  has_demo boolean NOT NULL,
  -- One that is not listed has no page either.
  is_listed boolean NOT NULL,
  added_at timestamptz NOT NULL,
  UNIQUE (kind, slug)
);
CREATE INDEX games_by_title ON catalogue.games (kind, title, id) WHERE is_listed;
