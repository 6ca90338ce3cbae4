-- Nothing could open a pack until now: the tables are empty.
DROP TABLE welcome_pack.steps;
DROP TABLE welcome_pack.packs;

-- A version of a currency's pack; an opened one never changes. Money in micro-units.
CREATE TABLE welcome_pack.packs (
  id uuid PRIMARY KEY,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  version integer NOT NULL CHECK (version > 0),
  -- {"ru": ..., "en": ..., "kz": ...}
  public_title jsonb NOT NULL CHECK (public_title ?& ARRAY['ru', 'en', 'kz']),
  -- `open`: for every new player; `closed`: for those who have it; `stopped`: no further step of anybody opens.
  state text NOT NULL CHECK (state IN ('draft', 'open', 'closed', 'stopped')),
  -- How many players may have it. One whose first step expired does not count.
  players integer NOT NULL CHECK (players > 0),
  taken integer NOT NULL DEFAULT 0 CHECK (taken BETWEEN 0 AND players),
  -- New players get it until then.
  ends_at timestamptz NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  opened_by text,
  UNIQUE (currency, version),
  CHECK ((state = 'draft') = (opened_by IS NULL))
);
CREATE UNIQUE INDEX packs_open ON welcome_pack.packs (currency) WHERE state = 'open';

-- Each step is a deposit bonus, given by a campaign of `bonuses` from the opening on.
CREATE TABLE welcome_pack.steps (
  pack_id uuid NOT NULL REFERENCES welcome_pack.packs,
  step integer NOT NULL CHECK (step BETWEEN 1 AND 6),
  campaign_id uuid NOT NULL UNIQUE,
  percent integer NOT NULL CHECK (percent BETWEEN 1 AND 500),
  max_amount bigint NOT NULL CHECK (max_amount > 0),
  min_deposit bigint NOT NULL CHECK (min_deposit > 0),
  wager integer NOT NULL CHECK (wager BETWEEN 1 AND 25),
  -- To wager it in.
  hours integer NOT NULL CHECK (hours BETWEEN 1 AND 2160),
  -- To make its deposit in, from when it opens.
  window_hours integer NOT NULL CHECK (window_hours BETWEEN 1 AND 2160),
  PRIMARY KEY (pack_id, step)
);

-- The pack of a player, offered with the registration, once.
CREATE TABLE welcome_pack.players (
  player_id uuid PRIMARY KEY,
  pack_id uuid NOT NULL REFERENCES welcome_pack.packs,
  state text NOT NULL CHECK (state IN ('running', 'finished', 'expired', 'stopped', 'excluded')),
  -- The latest step that has opened, and its bonus.
  step integer NOT NULL,
  bonus_id uuid NOT NULL,
  offered_at timestamptz NOT NULL,
  -- The bonus has ended: the next step opens at the first try from then on.
  due_at timestamptz,
  ended_as text,
  CHECK ((due_at IS NULL) = (ended_as IS NULL))
);
CREATE INDEX players_due ON welcome_pack.players (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX players_pack ON welcome_pack.players (pack_id);
