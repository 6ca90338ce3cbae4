-- Pots fed by the edge of our own games. Money in micro-units.
CREATE TABLE jackpots.jackpots (
  id uuid PRIMARY KEY,
  -- {"ru": ..., "en": ..., "kz": ...}
  title jsonb NOT NULL CHECK (title ?& ARRAY['ru', 'en', 'kz']),
  kind text NOT NULL CHECK (kind IN ('must_hit_by', 'random')),
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'on', 'off')),
  -- The terms of the next pot; those of the current one are in its row.
  games text[] NOT NULL CHECK (cardinality(games) > 0),
  -- Thousandths of the edge of each bet.
  edge_share integer NOT NULL CHECK (edge_share BETWEEN 1 AND 200),
  seed bigint NOT NULL CHECK (seed > 0),
  -- What the pot never passes, or the stakes in which it is won once on average.
  bound bigint NOT NULL CHECK (bound > 0),
  -- Changes of the terms, so that two operators approve what they read.
  version integer NOT NULL DEFAULT 1,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  -- The current pot: 0 before the first.
  pot bigint NOT NULL DEFAULT 0,
  entries bigint NOT NULL DEFAULT 0 CHECK (entries >= 0),
  -- Of the last entry, or what the first one follows.
  last_hash bytea NOT NULL CHECK (length(last_hash) = 32),
  reserve bigint NOT NULL DEFAULT 0 CHECK (reserve >= 0),
  -- What is less than a micro-unit: millionths of one in the share, tenths of one in the reserve.
  rest_share integer NOT NULL DEFAULT 0 CHECK (rest_share BETWEEN 0 AND 999999),
  rest_reserve integer NOT NULL DEFAULT 0 CHECK (rest_reserve BETWEEN 0 AND 9),
  CHECK (kind = 'random' OR bound > seed)
) WITH (fillfactor = 50);

CREATE TABLE jackpots.pots (
  jackpot_id uuid NOT NULL REFERENCES jackpots.jackpots,
  number bigint NOT NULL CHECK (number > 0),
  games text[] NOT NULL,
  edge_share integer NOT NULL,
  bound bigint NOT NULL,
  -- Its seed: what the reserve had, and the rest from the bank.
  from_reserve bigint NOT NULL CHECK (from_reserve >= 0),
  from_bank bigint NOT NULL CHECK (from_bank >= 0),
  amount bigint NOT NULL CHECK (amount > 0),
  began_at timestamptz NOT NULL,
  won_at timestamptz,
  PRIMARY KEY (jackpot_id, number)
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX pots_current ON jackpots.pots (jackpot_id) WHERE won_at IS NULL;

-- Bets that were placed in one of these spans take part.
CREATE TABLE jackpots.spans (
  jackpot_id uuid NOT NULL REFERENCES jackpots.jackpots,
  began_at timestamptz NOT NULL,
  ended_at timestamptz CHECK (ended_at >= began_at),
  PRIMARY KEY (jackpot_id, began_at)
);
CREATE UNIQUE INDEX spans_open ON jackpots.spans (jackpot_id) WHERE ended_at IS NULL;

-- One row for each bet that took part, in the order of the chain.
CREATE TABLE jackpots.entries (
  jackpot_id uuid NOT NULL,
  number bigint NOT NULL CHECK (number > 0),
  pot bigint NOT NULL,
  id uuid NOT NULL UNIQUE,
  player_id uuid NOT NULL,
  bet_key uuid NOT NULL,
  game smallint NOT NULL,
  before bigint NOT NULL CHECK (before > 0),
  stake bigint NOT NULL CHECK (stake > 0),
  -- Millionths of the stake.
  rate integer NOT NULL CHECK (rate > 0),
  rest_share integer NOT NULL,
  rest_reserve integer NOT NULL,
  share bigint NOT NULL CHECK (share >= 0),
  reserve bigint NOT NULL CHECK (reserve >= 0),
  -- The first word of the bet's stream, 0 <= word < 2^64.
  word numeric(20) NOT NULL CHECK (word >= 0 AND word < 18446744073709551616),
  won boolean NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  at timestamptz NOT NULL,
  PRIMARY KEY (jackpot_id, number)
);
CREATE FUNCTION jackpots.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries are final: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON jackpots.entries FOR EACH ROW EXECUTE FUNCTION jackpots.refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON jackpots.entries FOR EACH STATEMENT EXECUTE FUNCTION jackpots.refuse();
REVOKE UPDATE, DELETE, TRUNCATE ON jackpots.entries FROM PUBLIC;

-- Pots that were won, each paid once under the id of its entry.
CREATE TABLE jackpots.wins (
  entry_id uuid PRIMARY KEY,
  jackpot_id uuid NOT NULL REFERENCES jackpots.jackpots,
  pot bigint NOT NULL,
  number bigint NOT NULL,
  player_id uuid NOT NULL,
  game smallint NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  amount bigint NOT NULL CHECK (amount > 0),
  won_at timestamptz NOT NULL,
  paid_at timestamptz,
  UNIQUE (jackpot_id, pot)
);
CREATE INDEX wins_player ON jackpots.wins (player_id);
CREATE INDEX wins_time ON jackpots.wins (won_at);
CREATE INDEX wins_unpaid ON jackpots.wins (won_at) WHERE paid_at IS NULL;

-- Of each wallet, the number of its last transfer that was looked at.
CREATE TABLE jackpots.positions (
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  seq bigint NOT NULL CHECK (seq >= 0),
  PRIMARY KEY (player_id, currency)
) WITH (fillfactor = 70);
