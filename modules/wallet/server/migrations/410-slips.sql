-- Slips of the sportsbook: (player, key) as bets, but ended by revisions, of which a later one reverses an earlier one.
-- status: 0 open, 1 settled, 2 void, 3 cashed out as a whole. `stake` less `closed` is what a settlement is about.
CREATE TABLE wallet.slips (
  player_id uuid NOT NULL,
  key uuid NOT NULL,
  stake bigint NOT NULL CHECK (stake > 0),
  -- The part of the stake that cash-outs closed, and what they paid for it: neither is ever reversed.
  closed bigint NOT NULL DEFAULT 0 CHECK (closed BETWEEN 0 AND stake),
  cashed_out bigint NOT NULL DEFAULT 0 CHECK (cashed_out >= 0),
  -- Of the settlement that stands: 0 while open and when void.
  payout bigint NOT NULL DEFAULT 0 CHECK (payout >= 0),
  boost bigint NOT NULL DEFAULT 0 CHECK (boost >= 0),
  win_cap bigint NOT NULL,
  balance_after bigint NOT NULL CHECK (balance_after >= 0),
  -- The number of its stake's transfer.
  seq bigint NOT NULL,
  placed_at timestamptz NOT NULL,
  settled_at timestamptz,
  -- The number of its last revision; 0 when there is none.
  revision integer NOT NULL DEFAULT 0,
  status smallint NOT NULL DEFAULT 0 CHECK (status IN (0, 1, 2, 3)),
  free_bet boolean NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
  rules_version text NOT NULL,
  terms text NOT NULL,
  PRIMARY KEY (player_id, key),
  CHECK (payout <= win_cap),
  CHECK (payout + boost = 0 OR status = 1),
  CHECK ((status = 0) = (settled_at IS NULL)),
  CHECK ((status = 3) = (closed = stake))
) PARTITION BY HASH (player_id);

-- The legs as they were accepted: market, price and state of the feed are what the receipt signs.
CREATE TABLE wallet.slip_legs (
  player_id uuid NOT NULL,
  key uuid NOT NULL,
  leg smallint NOT NULL,
  price integer NOT NULL CHECK (price BETWEEN 1001 AND 1000000),
  market bigint NOT NULL,
  market_n bigint NOT NULL,
  event_n bigint NOT NULL,
  -- Possible payout and stake in micro-dollars that the outcome was charged with, for the whole stake of the slip.
  liability bigint NOT NULL CHECK (liability >= 0),
  stake_usd bigint NOT NULL CHECK (stake_usd >= 0),
  outcome text NOT NULL,
  event text NOT NULL,
  kind text NOT NULL,
  spec text NOT NULL,
  event_head bytea NOT NULL,
  event_state text NOT NULL,
  PRIMARY KEY (player_id, key, leg)
) PARTITION BY HASH (player_id);

-- kind: 1 settled, 2 void, 3 reopened, 4 cash-out. Never changed: `id` names the transfers.
CREATE TABLE wallet.slip_revisions (
  player_id uuid NOT NULL,
  key uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  id uuid NOT NULL,
  kind smallint NOT NULL CHECK (kind IN (1, 2, 3, 4)),
  -- The status that it reversed: 1 or 2; null when it reversed nothing.
  reversed smallint CHECK (reversed IN (1, 2)),
  closed bigint NOT NULL CHECK (closed >= 0),
  payout bigint NOT NULL CHECK (payout >= 0),
  boost bigint NOT NULL CHECK (boost >= 0),
  -- What the balance lacked, and what it repaid of an earlier lack.
  owed bigint NOT NULL CHECK (owed >= 0),
  repaid bigint NOT NULL CHECK (repaid >= 0),
  balance_after bigint NOT NULL CHECK (balance_after >= 0),
  at timestamptz NOT NULL,
  cause text NOT NULL,
  PRIMARY KEY (player_id, key, number)
) PARTITION BY HASH (player_id);

DO $$
BEGIN
  FOR i IN 0..7 LOOP
    EXECUTE format('CREATE TABLE wallet.slips_%s PARTITION OF wallet.slips FOR VALUES WITH (MODULUS 8, REMAINDER %s) WITH (fillfactor = 70)', i, i);
    EXECUTE format('CREATE TABLE wallet.slip_legs_%s PARTITION OF wallet.slip_legs FOR VALUES WITH (MODULUS 8, REMAINDER %s)', i, i);
    EXECUTE format('CREATE TABLE wallet.slip_revisions_%s PARTITION OF wallet.slip_revisions FOR VALUES WITH (MODULUS 8, REMAINDER %s)', i, i);
  END LOOP;
END $$;

CREATE INDEX slip_legs_market ON wallet.slip_legs (market, player_id, key);
CREATE INDEX slips_open ON wallet.slips (player_id) WHERE status = 0;

-- A revision is a fact: corrected by the next one only.
CREATE FUNCTION wallet.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'revisions and legs of slips are never changed: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON wallet.slip_revisions FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON wallet.slip_legs FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change();
