-- One row is one transfer: `amount` moves from `debit` to `credit` in one currency, so every row balances by itself and
-- all balances of a currency sum to zero. `seq` is the wallet's own number, 1, 2, 3 ... without gaps; `balance_after`
-- the player's purse that the transfer touches (the debited one of two, the real one of none) right after it.
-- Rows without a player belong to the house's own id, all zeros. No foreign keys on hot tables: the audit looks both ways.
CREATE TABLE ledger.transfers (
  player_id uuid NOT NULL,
  reference uuid NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0),
  amount bigint NOT NULL CHECK (amount > 0),
  balance_after bigint NOT NULL CHECK (balance_after >= 0),
  at timestamptz NOT NULL,
  debit smallint NOT NULL CHECK (debit > 0),
  credit smallint NOT NULL CHECK (credit > 0),
  kind smallint NOT NULL CHECK (kind > 0),
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  CHECK (debit <> credit),
  PRIMARY KEY (player_id, currency, seq)
) PARTITION BY HASH (player_id);

CREATE FUNCTION ledger.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;

-- Facts are corrected by new facts. Row triggers guard every partition (also addressed directly), statement triggers TRUNCATE.
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.transfers FOR EACH ROW EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.transfers FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();

DO $$
BEGIN
  FOR i IN 0..7 LOOP
    EXECUTE format('CREATE TABLE ledger.transfers_%s PARTITION OF ledger.transfers FOR VALUES WITH (MODULUS 8, REMAINDER %s)', i, i);
    EXECUTE format('ALTER TABLE ledger.transfers_%s SET (autovacuum_vacuum_insert_scale_factor = 0.2, autovacuum_analyze_scale_factor = 0.1)', i);
    EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.transfers_%s FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse()', i);
  END LOOP;
END $$;
REVOKE UPDATE, DELETE, TRUNCATE ON ledger.transfers FROM PUBLIC;
