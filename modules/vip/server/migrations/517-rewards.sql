-- The rates of rewards, as versions: the days from `from_day` on (days since 1970, UTC) count by them. Never changed.
CREATE TABLE vip.terms (
  number integer PRIMARY KEY,
  from_day integer NOT NULL,
  terms jsonb NOT NULL,
  reason text NOT NULL,
  asked_by text,
  approved_by text,
  published_at timestamptz NOT NULL
);

-- The levels that a player has reached, 1 to 5; none is taken back. `early`: admitted by an operator.
CREATE TABLE vip.levels (
  player_id uuid NOT NULL,
  level smallint NOT NULL CHECK (level BETWEEN 1 AND 5),
  reached_at timestamptz NOT NULL,
  -- The day on which the stakes that opened it ended.
  reached_day integer NOT NULL,
  early boolean NOT NULL DEFAULT false,
  PRIMARY KEY (player_id, level)
);

-- The theoretical loss of a wallet when its player reached a level, and what reaching it gives of what was lost inside the level left.
CREATE TABLE vip.level_ups (
  player_id uuid NOT NULL,
  level smallint NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  -- Of all time, in millionths of a micro-unit.
  loss numeric(36) NOT NULL,
  inside numeric(36) NOT NULL,
  gift bigint NOT NULL CHECK (gift >= 0),
  PRIMARY KEY (player_id, level, currency)
);

-- What was collected, each once.
CREATE TABLE vip.collections (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  idempotency_key uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('rakeback', 'cashback', 'level_up')),
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  amount bigint NOT NULL CHECK (amount > 0),
  collected_at timestamptz NOT NULL,
  UNIQUE (player_id, idempotency_key)
);
CREATE INDEX collections_player ON vip.collections (player_id, currency, kind);

-- Weeks whose cashback was collected. `withheld`: what corrections took out of weeks that had been collected before.
CREATE TABLE vip.cashbacks (
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  -- Its Monday.
  week date NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  withheld bigint NOT NULL DEFAULT 0 CHECK (withheld BETWEEN 0 AND amount),
  collection uuid NOT NULL REFERENCES vip.collections (id),
  PRIMARY KEY (player_id, currency, week)
);

-- What operators have given a player beside their level.
CREATE TABLE vip.perks (
  player_id uuid PRIMARY KEY,
  host_id uuid,
  host_name text,
  higher_limits boolean NOT NULL DEFAULT false,
  CHECK ((host_id IS NULL) = (host_name IS NULL))
);

ALTER TABLE vip.requests
  ADD COLUMN answered_by text,
  -- What the player is told, in each language.
  ADD COLUMN answer jsonb;
