-- Under which leadership battles may be written: one row, read FOR SHARE by every write, so that a leader that was only asleep writes nothing.
CREATE TABLE reign (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  epoch bigint NOT NULL
);
INSERT INTO reign (epoch) VALUES (0);

CREATE SEQUENCE numbers;

CREATE TABLE battles (
  number bigint PRIMARY KEY CHECK (number > 0),
  -- drawing: every seat taken, entry closed, the beacon named; drawn: decided, payments under way; refunding: it is decided that all go back
  state text NOT NULL CHECK (state IN ('open', 'drawing', 'drawn', 'refunding', 'paid', 'refunded')),
  currency text NOT NULL CHECK (length(currency) = 3),
  stake bigint NOT NULL CHECK (stake > 0),
  size int NOT NULL CHECK (size BETWEEN 2 AND 4),
  -- slugs, in the order in which they are opened
  cases text[] NOT NULL CHECK (cardinality(cases) BETWEEN 1 AND 10),
  rules_version text NOT NULL,
  opened_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- one a seat and case, case by case, seats in order
  tickets int[] CHECK (cardinality(tickets) = cardinality(cases) * size),
  reason text,
  CHECK ((tickets IS NOT NULL) = (state IN ('drawn', 'paid'))),
  CHECK ((reason IS NOT NULL) = (state IN ('refunding', 'refunded'))),
  CHECK ((ended_at IS NULL) = (state NOT IN ('paid', 'refunded')))
);
CREATE INDEX battles_unfinished ON battles (number) WHERE state NOT IN ('paid', 'refunded');
CREATE INDEX battles_paid ON battles (number DESC) WHERE state = 'paid';

-- A player has one seat in a battle, and a stake one seat at all.
CREATE TABLE seats (
  battle bigint NOT NULL REFERENCES battles,
  seat int NOT NULL CHECK (seat BETWEEN 1 AND 4),
  player_id uuid NOT NULL,
  bet_key uuid NOT NULL,
  PRIMARY KEY (battle, seat),
  UNIQUE (battle, player_id),
  UNIQUE (player_id, bet_key)
);
