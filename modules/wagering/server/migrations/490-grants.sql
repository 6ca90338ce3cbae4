-- Grants of bonus money, numbered per player. While one is active its state is in the row of the wallet; this row keeps the terms
-- it was given with, and how it ended.
-- state: 1 active, 2 completed, 3 lost, 4 expired, 5 cancelled, 6 forfeited.
CREATE TABLE wagering.grants (
  player_id uuid NOT NULL,
  grant_no integer NOT NULL CHECK (grant_no > 0),
  -- The reference of its movements: given, then released or returned.
  id uuid NOT NULL UNIQUE,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  -- The account `bonus:*` that pays for it.
  account smallint NOT NULL CHECK (account BETWEEN 301 AND 399),
  given bigint NOT NULL CHECK (given > 0),
  -- What has to be wagered, and the part of it that was when the grant ended.
  target bigint NOT NULL CHECK (target >= 0),
  counted bigint NOT NULL DEFAULT 0 CHECK (counted BETWEEN 0 AND target),
  max_bet bigint NOT NULL CHECK (max_bet > 0),
  -- A bit for each game number of the ledger.
  games bigint NOT NULL,
  -- When it was due to expire; the wallet's row has the time that breaks have added.
  until timestamptz NOT NULL,
  -- The end of the player's last break while it was active.
  paused_until timestamptz,
  state smallint NOT NULL DEFAULT 1 CHECK (state BETWEEN 1 AND 6),
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- The number of the wallet's last transfer when it ended: bets that end later are late.
  ended_seq bigint,
  -- Bonus money that became real, and that went back to `account`, when it ended.
  released bigint NOT NULL DEFAULT 0 CHECK (released >= 0),
  returned bigint NOT NULL DEFAULT 0 CHECK (returned >= 0),
  PRIMARY KEY (player_id, grant_no),
  CHECK ((state = 1) = (ended_at IS NULL)),
  CHECK ((state = 1) = (ended_seq IS NULL)),
  CHECK (released = 0 OR state = 2),
  CHECK (returned = 0 OR state > 2)
);
-- A player wagers one bonus at a time.
CREATE UNIQUE INDEX grants_active ON wagering.grants (player_id) WHERE state = 1;
CREATE INDEX grants_until ON wagering.grants (until) WHERE state = 1;
