-- One row a round. Numbers are of all rooms together; a round belongs to one room and one currency. Changed only by the leader whose epoch it names.
CREATE SEQUENCE round_numbers;

CREATE TABLE rounds (
  number bigint PRIMARY KEY CHECK (number > 0),
  colour text NOT NULL CHECK (colour IN ('red', 'yellow', 'purple')),
  currency text NOT NULL CHECK (length(currency) = 3),
  -- open takes stakes; drawing: entry is closed and the beacon named; drawn: the winner is known; refunding: it is decided that all go back
  state text NOT NULL CHECK (state IN ('open', 'drawing', 'drawn', 'refunding', 'paid', 'refunded')),
  epoch bigint NOT NULL,
  rules_version text NOT NULL,
  opened_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- of the closed round
  pot bigint CHECK (pot > 0),
  players int,
  ticket bigint CHECK (ticket >= 0 AND ticket < pot),
  winner_seat int,
  payout bigint,
  reason text,
  CHECK ((ended_at IS NULL) = (state NOT IN ('paid', 'refunded'))),
  CHECK (num_nulls(ticket, winner_seat, payout) IN (0, 3)),
  CHECK ((ticket IS NOT NULL) = (state IN ('drawn', 'paid'))),
  CHECK ((reason IS NOT NULL) = (state IN ('refunding', 'refunded')))
);
-- At most one round of a room and currency is on its way.
CREATE UNIQUE INDEX rounds_one_open ON rounds (colour, currency) WHERE state NOT IN ('paid', 'refunded');
CREATE INDEX rounds_ended ON rounds (colour, currency, number DESC) WHERE state IN ('paid', 'refunded') AND pot IS NOT NULL;

-- Who is in a closed round: seats in order of arrival, each with its bet in the wallet.
CREATE TABLE entries (
  round bigint NOT NULL REFERENCES rounds,
  seat int NOT NULL CHECK (seat > 0),
  player_id uuid NOT NULL,
  bet_key uuid NOT NULL,
  stake bigint NOT NULL CHECK (stake > 0),
  PRIMARY KEY (round, seat),
  UNIQUE (player_id, bet_key)
);
