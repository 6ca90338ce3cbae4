-- Rounds of outside providers (wallet protocol fwp-1). A free round takes nothing, and neither does a tombstone: the row that a
-- rollback leaves under the key of a bet that has not come, or a refusal under the key of one that was refused.
ALTER TABLE wallet.bets DROP CONSTRAINT bets_stake_check;
ALTER TABLE wallet.bets ADD CONSTRAINT bets_stake_check CHECK (stake > 0 OR (stake = 0 AND game BETWEEN 100 AND 999));

-- A round as the casino knows it: the bets of it that stand, what they may win together, what it has won without pots. Kept for ever.
-- status: 0 open, 1 closed by a win, 2 void (every bet was rolled back). A statement that would bring a bet into a round that another
-- process has ended writes -1, which the CHECK refuses: the whole statement is undone and asked again.
CREATE TABLE wallet.provider_rounds (
  player_id uuid NOT NULL,
  -- UUIDv5 of the provider and its own name of the round.
  round uuid NOT NULL,
  game smallint NOT NULL CHECK (game BETWEEN 100 AND 999),
  slug text NOT NULL,
  provider_round uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  -- Slots: at most one is open a player and game. Rounds of live tables may overlap.
  exclusive boolean NOT NULL,
  status smallint NOT NULL CONSTRAINT provider_rounds_status_check CHECK (status IN (0, 1, 2)),
  bets uuid[] NOT NULL,
  staked bigint NOT NULL CHECK (staked >= 0),
  cap bigint NOT NULL CHECK (cap >= 0),
  won bigint NOT NULL DEFAULT 0 CHECK (won >= 0),
  -- Paid out of a pot beside `won`.
  pot_won bigint NOT NULL DEFAULT 0 CHECK (pot_won >= 0),
  -- What its stakes add to the pot and to its reserve when the round is closed.
  pot_share bigint NOT NULL DEFAULT 0 CHECK (pot_share >= 0),
  reserve_share bigint NOT NULL DEFAULT 0 CHECK (reserve_share >= 0),
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  PRIMARY KEY (player_id, round),
  CHECK ((status = 0) = (closed_at IS NULL))
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX provider_rounds_open ON wallet.provider_rounds (player_id, game, slug) WHERE status = 0 AND exclusive;
CREATE INDEX provider_rounds_waiting ON wallet.provider_rounds (opened_at) WHERE status = 0;
-- The way from the provider's name of a round to its players.
CREATE INDEX provider_rounds_named ON wallet.provider_rounds (round);

-- Wins and rollbacks that were accepted, each once: (player, key), key being UUIDv5 of the provider and `tx`. Bets are in wallet.bets.
-- kind: 2 win, 4 rollback.
CREATE TABLE wallet.provider_txs (
  player_id uuid NOT NULL,
  key uuid NOT NULL,
  kind smallint NOT NULL CHECK (kind IN (2, 4)),
  request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
  round uuid NOT NULL,
  -- Of a rollback: the key of the bet.
  ref uuid,
  game smallint NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  amount bigint NOT NULL CHECK (amount >= 0),
  pot bigint CHECK (pot >= 0),
  balance_after bigint NOT NULL CHECK (balance_after >= 0),
  at timestamptz NOT NULL,
  PRIMARY KEY (player_id, key)
);
CREATE INDEX provider_txs_of_round ON wallet.provider_txs (player_id, round);

-- The last nonce of a player and game, under the casino's seed of this number. -2 is refused, as -1 of a round's status is.
CREATE TABLE wallet.provider_nonces (
  player_id uuid NOT NULL,
  game smallint NOT NULL,
  slug text NOT NULL,
  seed_number integer NOT NULL,
  nonce integer NOT NULL CONSTRAINT provider_nonces_nonce_check CHECK (nonce >= -1),
  PRIMARY KEY (player_id, game, slug)
) WITH (fillfactor = 70);

-- Free rounds that a player may still take. The statement that takes one counts it.
CREATE TABLE wallet.free_rounds (
  grant_id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  game smallint NOT NULL,
  slug text NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  stake bigint NOT NULL CHECK (stake > 0),
  count integer NOT NULL CHECK (count > 0),
  rounds_left integer NOT NULL CONSTRAINT free_rounds_left_check CHECK (rounds_left >= 0 AND rounds_left <= count),
  expires_at timestamptz NOT NULL,
  cancelled_at timestamptz
) WITH (fillfactor = 70);
CREATE INDEX free_rounds_of_player ON wallet.free_rounds (player_id);

-- What is in the pot of the slots and in its reserve, one row a currency: equal to their accounts. `owed` is what promotions have
-- lent to seeds that the reserve could not pay.
CREATE TABLE wallet.pots (
  currency text COLLATE "C" PRIMARY KEY CHECK (length(currency) = 3),
  amount bigint NOT NULL DEFAULT 0 CHECK (amount >= 0),
  reserve bigint NOT NULL DEFAULT 0 CHECK (reserve >= 0),
  owed bigint NOT NULL DEFAULT 0 CHECK (owed >= 0),
  seed bigint NOT NULL DEFAULT 0 CHECK (seed >= 0)
) WITH (fillfactor = 50);
INSERT INTO wallet.pots (currency) VALUES ('EUR'), ('INR'), ('KZT'), ('RUB'), ('USD');
