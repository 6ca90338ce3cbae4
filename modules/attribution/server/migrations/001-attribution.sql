-- Affiliates by what their links carry.
CREATE TABLE attribution.partners (
  id text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  stag text UNIQUE CHECK (length(stag) BETWEEN 1 AND 200),
  added_at timestamptz NOT NULL
);

-- Promo codes. `utm_campaign`: whoever comes by this campaign is given the promo without typing it.
CREATE TABLE attribution.promos (
  code text PRIMARY KEY CHECK (length(code) BETWEEN 1 AND 64),
  type text NOT NULL CHECK (length(type) BETWEEN 1 AND 40),
  value text NOT NULL CHECK (length(value) BETWEEN 1 AND 200),
  utm_campaign text,
  ends_at timestamptz
);
CREATE INDEX promos_campaign ON attribution.promos (utm_campaign) WHERE utm_campaign IS NOT NULL;

-- First visits that an advertisement brought; the browser remembers the id for a day.
CREATE TABLE attribution.ad_visits (
  adv_id uuid PRIMARY KEY,
  utm_source text NOT NULL,
  utm_medium text NOT NULL,
  utm_campaign text NOT NULL,
  utm_term text NOT NULL,
  query jsonb NOT NULL,
  advertise_uid text,
  advertise_source text,
  cpa_one_uid text,
  visited_at timestamptz NOT NULL
);

-- Where a player came from. Written at registration; what the site learns later is added for a day, and nothing is ever replaced.
CREATE TABLE attribution.sources (
  player_id uuid PRIMARY KEY,
  fpp text,
  partner text,
  adplace text,
  stag text,
  promo text,
  adv_id uuid,
  advertise_uid text,
  advertise_source text,
  cpa_one_uid text,
  pr_hash text,
  registered_at timestamptz NOT NULL
);
CREATE INDEX sources_stag ON attribution.sources (stag) WHERE stag IS NOT NULL;
CREATE INDEX sources_partner ON attribution.sources (partner) WHERE partner IS NOT NULL;

CREATE TABLE attribution.page_opens (
  id uuid PRIMARY KEY,
  sub_h text NOT NULL,
  fingerprint text NOT NULL,
  click_url text NOT NULL,
  opened_at timestamptz NOT NULL
);

-- The house's own log of what happens on its pages. No third party hears of it.
CREATE TABLE attribution.events (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  data jsonb NOT NULL,
  player_id uuid,
  hostname text NOT NULL,
  happened_at timestamptz NOT NULL
);
CREATE INDEX events_name ON attribution.events (name, happened_at);
