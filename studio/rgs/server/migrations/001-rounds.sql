-- Casinos that the studio serves. Every other row belongs to one of them.
CREATE TABLE casinos (
  id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z][a-z0-9-]{1,31}$'),
  name text NOT NULL,
  wallet_url text NOT NULL,
  -- Pages that may show a game in a frame.
  origins text[] NOT NULL,
  active boolean NOT NULL DEFAULT true,
  connected_at timestamptz NOT NULL
);

-- Secrets of the protocol, sealed under a key that is not in the database. Two of a casino may be valid while they are rotated.
CREATE TABLE casino_keys (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{4,64}$'),
  casino smallint NOT NULL REFERENCES casinos,
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);

-- Per player and game: one current seed, one next seed, and those that were revealed.
CREATE TABLE seed_pairs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  casino smallint NOT NULL REFERENCES casinos,
  player text NOT NULL,
  game text NOT NULL,
  number int NOT NULL CHECK (number > 0),
  state text NOT NULL CHECK (state IN ('next', 'current', 'revealed')),
  seed bytea NOT NULL,
  seed_hash text NOT NULL CHECK (seed_hash ~ '^[0-9a-f]{64}$'),
  casino_seed_hash text CHECK (casino_seed_hash ~ '^[0-9a-f]{64}$'),
  -- Revealed by the casino when the player rotates.
  casino_seed text CHECK (casino_seed ~ '^[0-9a-f]{64}$'),
  client_seed text CHECK (client_seed ~ '^[A-Za-z0-9_-]{1,64}$'),
  next_nonce bigint NOT NULL DEFAULT 0 CHECK (next_nonce >= 0),
  revealed_at timestamptz,
  UNIQUE (casino, player, game, number)
);
CREATE UNIQUE INDEX seed_pairs_current ON seed_pairs (casino, player, game) WHERE state = 'current';
CREATE UNIQUE INDEX seed_pairs_next ON seed_pairs (casino, player, game) WHERE state = 'next';

CREATE TABLE launches (
  token_hash bytea PRIMARY KEY,
  casino smallint NOT NULL REFERENCES casinos,
  game text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('demo', 'play')),
  player text,
  nick text,
  currency text NOT NULL,
  locale text NOT NULL,
  profile jsonb NOT NULL,
  parent_origin text NOT NULL,
  -- The casino's own token, cleared when it was used.
  launch text,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  CHECK ((mode = 'demo') = (player IS NULL))
);

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  casino smallint NOT NULL REFERENCES casinos,
  game text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('demo', 'play')),
  player text,
  nick text,
  -- The session of the casino that its bets name.
  wallet_session text,
  currency text NOT NULL,
  locale text NOT NULL,
  profile jsonb NOT NULL,
  opened_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX sessions_by_player ON sessions (casino, player, game) WHERE ended_at IS NULL;

-- betting -> drawn -> settled is the way of a round; refused, voiding -> void when its bet was not taken or stayed unknown;
-- disputed when the casino refuses what it owes.
CREATE TABLE rounds (
  id uuid PRIMARY KEY,
  casino smallint NOT NULL REFERENCES casinos,
  player text NOT NULL,
  nick text,
  game text NOT NULL,
  request uuid NOT NULL,
  wallet_session text NOT NULL,
  currency text NOT NULL,
  mode text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('stake', 'buy', 'free')),
  free_grant uuid,
  -- Micro-units: what the bet takes, and the stake of the base game that the multiple is of.
  amount bigint NOT NULL CHECK (amount >= 0),
  base bigint NOT NULL CHECK (base > 0),
  pair bigint NOT NULL REFERENCES seed_pairs,
  nonce bigint NOT NULL CHECK (nonce >= 0),
  client_seed text NOT NULL,
  maths text NOT NULL,
  state text NOT NULL CHECK (state IN ('betting', 'drawn', 'settled', 'refused', 'voiding', 'void', 'disputed')),
  -- Why the casino refused the bet.
  refusal text,
  answer text CHECK (answer ~ '^[0-9a-f]{32}$'),
  outcome jsonb,
  payout bigint CHECK (payout >= 0),
  -- Decimals in major units, as the casino stated them after its last answer.
  balance text,
  jackpot text,
  started_at timestamptz NOT NULL,
  drawn_at timestamptz,
  ended_at timestamptz,
  CHECK ((state IN ('drawn', 'settled', 'disputed')) <= (answer IS NOT NULL AND outcome IS NOT NULL AND payout IS NOT NULL)),
  UNIQUE (casino, player, game, request)
);
CREATE UNIQUE INDEX rounds_open ON rounds (casino, player, game) WHERE state IN ('betting', 'drawn', 'voiding');
CREATE UNIQUE INDEX rounds_nonce ON rounds (pair, nonce) WHERE state <> 'refused';
CREATE INDEX rounds_by_player ON rounds (casino, player, game, started_at DESC);
CREATE INDEX rounds_betting ON rounds (started_at) WHERE state = 'betting';

-- Every intent that the casino was told, once. due_at is set while it waits to be sent (again).
CREATE TABLE txs (
  id uuid PRIMARY KEY,
  casino smallint NOT NULL REFERENCES casinos,
  round uuid NOT NULL REFERENCES rounds,
  kind text NOT NULL CHECK (kind IN ('bet', 'win', 'rollback')),
  amount bigint NOT NULL CHECK (amount >= 0),
  ref uuid,
  body text NOT NULL,
  state text NOT NULL CHECK (state IN ('sent', 'ok', 'refused', 'unknown', 'rolled_back')),
  status text,
  attempts int NOT NULL DEFAULT 0,
  due_at timestamptz,
  created_at timestamptz NOT NULL,
  answered_at timestamptz
);
CREATE INDEX txs_due ON txs (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX txs_by_round ON txs (round);
CREATE INDEX txs_by_time ON txs (casino, (coalesce(answered_at, created_at)), id);
-- A round has one bet, at most one win and at most one rollback.
CREATE UNIQUE INDEX txs_once ON txs (round, kind);

-- Free rounds that a casino granted. How many are left is the casino's to say.
CREATE TABLE free_grants (
  casino smallint NOT NULL REFERENCES casinos,
  id uuid NOT NULL,
  player text NOT NULL,
  game text NOT NULL,
  currency text NOT NULL,
  stake bigint NOT NULL CHECK (stake > 0),
  count int NOT NULL CHECK (count > 0),
  expires_at timestamptz NOT NULL,
  cancelled_at timestamptz,
  PRIMARY KEY (casino, id)
);

-- Every maths that ever settled a round of a game, each chained to the one before. Only ever added to.
CREATE TABLE maths_versions (
  number int PRIMARY KEY CHECK (number > 0),
  game text NOT NULL,
  maths text NOT NULL CHECK (maths ~ '^[0-9a-f]{64}$'),
  module text NOT NULL,
  at timestamptz NOT NULL,
  previous text NOT NULL,
  -- SHA-256 of {previous}.{game}.{maths}.{at}.
  hash text NOT NULL UNIQUE,
  UNIQUE (game, maths)
);
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME;
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON maths_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
