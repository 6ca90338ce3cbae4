-- One leader per table. Time is the database's, so that processes with other clocks agree on who leads.
CREATE TABLE leases (
  game text PRIMARY KEY,
  holder uuid NOT NULL,
  until timestamptz NOT NULL
);

-- Hash chains: the head is published before the first round, the salt is a beacon value that was due after that.
CREATE TABLE chains (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  game text NOT NULL,
  length int NOT NULL CHECK (length > 0),
  interval int NOT NULL CHECK (interval > 0),
  head text NOT NULL CHECK (head ~ '^[0-9a-f]{64}$'),
  -- Every interval-th link, sealed under a key that is not in the database.
  checkpoints bytea NOT NULL,
  salt_round bigint NOT NULL,
  salt text CHECK (salt ~ '^[0-9a-f]{64}$'),
  salt_signature text,
  published_at timestamptz NOT NULL
);
CREATE INDEX chains_by_game ON chains (game, id);

-- betting -> closed -> dealing -> settled | voided.
CREATE TABLE rounds (
  game text NOT NULL,
  number bigint NOT NULL CHECK (number > 0),
  chain int NOT NULL REFERENCES chains,
  -- Of its link in the chain.
  index int NOT NULL CHECK (index > 0),
  maths text NOT NULL,
  -- SHA-256 of the link: known while bets are open.
  link_hash text NOT NULL CHECK (link_hash ~ '^[0-9a-f]{64}$'),
  state text NOT NULL CHECK (state IN ('betting', 'closed', 'dealing', 'settled', 'voided')),
  opened_at timestamptz NOT NULL,
  closes_at timestamptz NOT NULL,
  beacon_round bigint NOT NULL,
  beacon_due_at timestamptz NOT NULL,
  -- The close record: no bet is added or removed after it, and it is public before the beacon's value is due.
  frozen_at timestamptz,
  published_at timestamptz,
  entries int,
  entries_hash text CHECK (entries_hash ~ '^[0-9a-f]{64}$'),
  link text CHECK (link ~ '^[0-9a-f]{64}$'),
  beacon_value text CHECK (beacon_value ~ '^[0-9a-f]{64}$'),
  beacon_signature text,
  outcome jsonb,
  void_reason text CHECK (void_reason IN ('closed_late', 'no_beacon')),
  dealt_at timestamptz,
  -- When the result is shown and wins are sent.
  settles_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (game, number),
  UNIQUE (chain, index),
  CHECK (beacon_due_at >= closes_at + interval '2 seconds'),
  -- A link and a value come out in one step, and only of a round whose close record was public before the value was due.
  CHECK ((state IN ('dealing', 'settled')) <= (link IS NOT NULL AND beacon_value IS NOT NULL AND outcome IS NOT NULL
    AND entries_hash IS NOT NULL AND published_at < beacon_due_at AND void_reason IS NULL)),
  CHECK ((state IN ('betting', 'closed')) <= (link IS NULL AND beacon_value IS NULL AND outcome IS NULL)),
  CHECK ((state = 'voided') = (void_reason IS NOT NULL))
);
CREATE UNIQUE INDEX rounds_open ON rounds (game) WHERE state IN ('betting', 'closed', 'dealing');
CREATE INDEX rounds_ended ON rounds (game, number DESC) WHERE state = 'settled';
CREATE INDEX rounds_without_value ON rounds (game, number) WHERE state = 'voided' AND beacon_value IS NULL;

-- A player's share of a round: the round of the wallet protocol.
CREATE TABLE player_rounds (
  id uuid PRIMARY KEY,
  casino smallint NOT NULL,
  player text NOT NULL,
  nick text,
  game text NOT NULL,
  number bigint NOT NULL,
  currency text NOT NULL,
  -- Stands for the player in the public entry list of this round, and nowhere else.
  public_id text NOT NULL,
  -- open -> drawn -> settled; refused, voiding -> void where no bet stands; disputed where the casino refuses what is owed.
  state text NOT NULL CHECK (state IN ('open', 'drawn', 'settled', 'refused', 'voiding', 'void', 'disputed')),
  payout bigint CHECK (payout >= 0),
  balance text,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  UNIQUE (casino, player, game, number),
  FOREIGN KEY (game, number) REFERENCES rounds
);
CREATE INDEX player_rounds_by_round ON player_rounds (game, number);
CREATE INDEX player_rounds_open ON player_rounds (casino, player) WHERE state IN ('open', 'drawn', 'voiding', 'disputed');

-- Every intent that a casino was told, once. due_at is set while it waits to be sent (again).
CREATE TABLE txs (
  id uuid PRIMARY KEY,
  casino smallint NOT NULL,
  round uuid NOT NULL REFERENCES player_rounds,
  kind text NOT NULL CHECK (kind IN ('bet', 'win', 'rollback')),
  -- Of a bet: the player's request, what is on which spot, and its place in the entry list.
  request uuid,
  layout jsonb,
  entry int,
  amount bigint NOT NULL CHECK (amount >= 0),
  ref uuid REFERENCES txs,
  body text NOT NULL,
  state text NOT NULL CHECK (state IN ('sent', 'ok', 'refused', 'unknown', 'rolled_back')),
  status text,
  balance text,
  attempts int NOT NULL DEFAULT 0,
  due_at timestamptz,
  created_at timestamptz NOT NULL,
  answered_at timestamptz,
  CHECK ((kind = 'bet') = (request IS NOT NULL AND layout IS NOT NULL)),
  CHECK ((kind = 'rollback') = (ref IS NOT NULL))
);
CREATE UNIQUE INDEX txs_request ON txs (round, request) WHERE kind = 'bet';
CREATE UNIQUE INDEX txs_win ON txs (round) WHERE kind = 'win';
CREATE UNIQUE INDEX txs_rollback ON txs (ref) WHERE kind = 'rollback';
CREATE INDEX txs_due ON txs (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX txs_by_round ON txs (round);
CREATE INDEX txs_sent ON txs (created_at) WHERE kind = 'bet' AND state = 'sent';
CREATE INDEX txs_by_time ON txs (casino, (coalesce(answered_at, created_at)), id);

-- What is told to every browser at a table, numbered without a gap.
CREATE TABLE events (
  game text NOT NULL,
  seq bigint NOT NULL,
  body jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (game, seq)
);
