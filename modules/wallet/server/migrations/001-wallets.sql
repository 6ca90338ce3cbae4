-- The purses of a player in one currency, kept in the same transaction as the transfers they add up to.
-- `seq` is the number of the last transfer. Updated in place (HOT): no column beside the key is indexed.
CREATE TABLE wallet.wallets (
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  real bigint NOT NULL DEFAULT 0 CHECK (real >= 0),
  bonus bigint NOT NULL DEFAULT 0 CHECK (bonus >= 0),
  vault bigint NOT NULL DEFAULT 0 CHECK (vault >= 0),
  seq bigint NOT NULL DEFAULT 0 CHECK (seq >= 0),
  PRIMARY KEY (player_id, currency)
) WITH (fillfactor = 50);

-- A bet is (player, key): a key is unique per player, so nobody can spoil somebody else's. The row holds the hash of the
-- request and what the first answer said, so that a repeat is answered the same.
-- status: 0 open, 1 settled, 2 voided. `seq` is the number of its stake's transfer, `settled_seq` of its first settling one.
CREATE TABLE wallet.bets (
  player_id uuid NOT NULL,
  key uuid NOT NULL,
  settle_key uuid,
  stake bigint NOT NULL CHECK (stake > 0),
  payout bigint NOT NULL CHECK (payout >= 0),
  win_cap bigint NOT NULL CHECK (win_cap >= 0),
  balance_after bigint NOT NULL CHECK (balance_after >= 0),
  settled_balance bigint CHECK (settled_balance >= 0),
  seq bigint NOT NULL,
  settled_seq bigint,
  round bigint,
  placed_at timestamptz NOT NULL,
  settled_at timestamptz,
  seed_number integer,
  nonce integer,
  game smallint NOT NULL,
  status smallint NOT NULL CHECK (status IN (0, 1, 2)),
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
  rules_version text NOT NULL,
  choice text NOT NULL,
  outcome text,
  client_seed text,
  gate text,
  PRIMARY KEY (player_id, key),
  CHECK (payout <= win_cap OR status = 2),
  CHECK (payout = 0 OR status <> 0),
  CHECK ((status = 0) = (settled_at IS NULL)),
  CHECK ((seed_number IS NULL) = (nonce IS NULL))
) PARTITION BY HASH (player_id);

DO $$
BEGIN
  FOR i IN 0..7 LOOP
    EXECUTE format('CREATE TABLE wallet.bets_%s PARTITION OF wallet.bets FOR VALUES WITH (MODULUS 8, REMAINDER %s)', i, i);
  END LOOP;
END $$;

-- The one secondary index: bets that wait for their round. Bets decided at once never enter it.
CREATE INDEX bets_open ON wallet.bets (gate, round) WHERE status = 0;

-- The door of a shared round, owned under one epoch.
CREATE TABLE wallet.gates (
  name text PRIMARY KEY,
  round bigint NOT NULL DEFAULT 0,
  epoch bigint NOT NULL DEFAULT 0,
  open boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50);

-- Movements other than bets, each once: (owner, reference, kind) names it, and the row keeps what the first answer said.
CREATE TABLE wallet.movements (
  player_id uuid NOT NULL,
  reference uuid NOT NULL,
  kind smallint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  debit smallint NOT NULL,
  credit smallint NOT NULL,
  seq bigint NOT NULL,
  balance_after bigint NOT NULL,
  PRIMARY KEY (player_id, reference, kind)
);
