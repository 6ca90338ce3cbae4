-- Under which leadership duels may be written: one row, read FOR SHARE by every write, so that a leader that was only asleep writes nothing.
CREATE TABLE reign (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  epoch bigint NOT NULL
);
INSERT INTO reign (epoch) VALUES (0);

CREATE SEQUENCE numbers;

CREATE TABLE duels (
  number bigint PRIMARY KEY CHECK (number > 0),
  -- drawing: joined, entry closed, the beacon named; drawn: decided, payments under way; refunding: it is decided that all go back
  state text NOT NULL CHECK (state IN ('open', 'drawing', 'drawn', 'refunding', 'paid', 'refunded')),
  currency text NOT NULL CHECK (length(currency) = 3),
  stake bigint NOT NULL CHECK (stake > 0),
  side text NOT NULL CHECK (side IN ('heads', 'tails')),
  house boolean NOT NULL,
  rules_version text NOT NULL,
  opener uuid NOT NULL,
  opener_key uuid NOT NULL,
  joined_by text CHECK (joined_by IN ('player', 'house')),
  joiner uuid,
  joiner_key uuid,
  opened_at timestamptz NOT NULL,
  ended_at timestamptz,
  opener_won boolean,
  reason text,
  UNIQUE (opener, opener_key),
  UNIQUE (joiner, joiner_key),
  CHECK (joiner <> opener),
  CHECK (num_nulls(joiner, joiner_key) IN (0, 2) AND (joiner IS NOT NULL) = (joined_by IS NOT DISTINCT FROM 'player')),
  CHECK (joined_by IS NULL OR joined_by = 'player' OR house),
  CHECK (state <> 'open' OR joined_by IS NULL),
  CHECK (state NOT IN ('drawing', 'drawn', 'paid') OR joined_by IS NOT NULL),
  CHECK ((opener_won IS NOT NULL) = (state IN ('drawn', 'paid'))),
  CHECK ((reason IS NOT NULL) = (state IN ('refunding', 'refunded'))),
  CHECK ((ended_at IS NULL) = (state NOT IN ('paid', 'refunded')))
);
CREATE INDEX duels_unfinished ON duels (number) WHERE state NOT IN ('paid', 'refunded');
CREATE INDEX duels_paid ON duels (number DESC) WHERE state = 'paid';
