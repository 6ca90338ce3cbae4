-- One address a player and coin, by its number in the wallet's public tree. Numbers are given once and never again.
-- `currency`: what the player was told that transfers are credited in. `closed_at`: nobody may have what comes from now on.
CREATE TABLE crypto.addresses (
  number integer PRIMARY KEY CHECK (number >= 0),
  player_id uuid NOT NULL,
  coin text NOT NULL,
  address text NOT NULL UNIQUE CHECK (address ~ '^0x[0-9a-f]{40}$'),
  currency text NOT NULL CHECK (length(currency) = 3),
  created_at timestamptz NOT NULL,
  closed_at timestamptz,
  UNIQUE (player_id, coin)
);

-- How far the chain has been read. Whoever writes down a block or takes one back holds this row.
-- `halted`: the chain is not the one that was read before; people have to look.
CREATE TABLE crypto.cursor (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  chain_id bigint NOT NULL,
  number bigint NOT NULL,
  hash text NOT NULL,
  halted text
);

-- The last blocks that were read: where a reorganisation left the way can be found as far back as they go.
CREATE TABLE crypto.blocks (
  number bigint PRIMARY KEY,
  hash text NOT NULL
);

-- Transfers to addresses of the house, once each: `ordinal` is the log's place within its transaction, -1 for the coin of the
-- chain itself; both stay the same when the transaction gets into another block. `number` null: to the hot wallet.
-- state: seen, gone, and once deep enough credited, to_be_returned, quarantined, funding (the house's own).
CREATE TABLE crypto.transfers (
  id uuid PRIMARY KEY,
  tx_hash text NOT NULL,
  ordinal integer NOT NULL,
  coin text NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  number integer REFERENCES crypto.addresses,
  units numeric(78, 0) NOT NULL CHECK (units > 0),
  block_number bigint,
  block_hash text,
  state text NOT NULL,
  reason text,
  -- Units of the currency for one coin, and what the transfer was worth by it.
  rate text,
  currency text,
  amount bigint CHECK (amount > 0),
  invoice_id uuid,
  seen_at timestamptz NOT NULL,
  decided_at timestamptz,
  -- A transfer that was decided on and then left the chain.
  vanished_at timestamptz,
  UNIQUE (tx_hash, ordinal),
  CHECK (state IN ('seen', 'gone', 'credited', 'to_be_returned', 'quarantined', 'funding')),
  CHECK ((state IN ('credited', 'to_be_returned', 'quarantined')) = (amount IS NOT NULL)),
  CHECK ((state IN ('seen', 'gone')) = (decided_at IS NULL))
);
CREATE INDEX transfers_seen ON crypto.transfers (block_number) WHERE state = 'seen';
CREATE INDEX transfers_of_address ON crypto.transfers (number, seen_at DESC);

-- Payouts in coins: what a payout's currency was turned into, once, and the one nonce it has on the chain.
-- state: ordered, signed (and being sent again until it is in a block), final (deep enough), failed (the chain refused it, deep enough).
CREATE TABLE crypto.orders (
  payout_id uuid PRIMARY KEY,
  coin text NOT NULL,
  recipient text NOT NULL CHECK (recipient ~ '^0x[0-9a-f]{40}$'),
  currency text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  rate text NOT NULL,
  units numeric(78, 0) NOT NULL CHECK (units > 0),
  state text NOT NULL CHECK (state IN ('ordered', 'signed', 'final', 'failed')),
  nonce bigint UNIQUE,
  tx_hash text,
  block_number bigint,
  block_hash text,
  fee_wei numeric(78, 0),
  ordered_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((state = 'ordered') = (nonce IS NULL)),
  CHECK ((state IN ('final', 'failed')) = (ended_at IS NOT NULL))
);
CREATE INDEX orders_open ON crypto.orders (ordered_at) WHERE state IN ('ordered', 'signed');

-- Every signed form of an order: the same nonce with ever higher fees, of which the chain takes one.
CREATE TABLE crypto.signatures (
  tx_hash text PRIMARY KEY,
  payout_id uuid NOT NULL REFERENCES crypto.orders,
  raw text NOT NULL,
  max_fee numeric(78, 0) NOT NULL,
  signed_at timestamptz NOT NULL
);
CREATE INDEX signatures_of_order ON crypto.signatures (payout_id, signed_at);

-- What somebody has to look at. Never deleted.
CREATE TABLE crypto.alarms (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  what text NOT NULL,
  facts jsonb NOT NULL
);

-- What the chain says the house has, beside what the books of the coins say, at one block.
CREATE TABLE crypto.reconciliations (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  block_number bigint NOT NULL,
  coin text NOT NULL,
  in_books numeric(78, 0) NOT NULL,
  on_chain numeric(78, 0) NOT NULL
);
