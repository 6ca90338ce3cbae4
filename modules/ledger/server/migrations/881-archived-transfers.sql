-- phase: expand
-- Transfers of bets that are old leave ledger.transfers for segments: some hundred numbers of a wallet in one row, a column in an array, which
-- PostgreSQL compresses. Every transfer remains, with every column. Deposits, bonuses and all else that is no bet stays where it is.
CREATE TABLE ledger.archived_transfers (
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL,
  -- Numbers of its first and last transfer. Segments of a wallet do not overlap; what is no transfer of a bet lies between their numbers.
  first_seq bigint NOT NULL CHECK (first_seq > 0),
  last_seq bigint NOT NULL CHECK (last_seq >= first_seq),
  -- What was moved in one transaction, named in the audit log with the digest of its segments.
  batch uuid NOT NULL,
  archived_at timestamptz NOT NULL,
  transfers integer NOT NULL CHECK (transfers > 0),
  total bigint NOT NULL CHECK (total > 0),
  -- SHA-256 of the whole row but for the batch and the time it was written; ledger.seal_segment computes it.
  digest bytea NOT NULL CHECK (length(digest) = 32),
  -- Of a number: what it is above first_seq.
  offsets integer[] NOT NULL CHECK (cardinality(offsets) = transfers),
  "references" uuid[] NOT NULL CHECK (cardinality("references") = transfers),
  amounts bigint[] NOT NULL CHECK (cardinality(amounts) = transfers),
  balances_after bigint[] NOT NULL CHECK (cardinality(balances_after) = transfers),
  times timestamptz[] NOT NULL CHECK (cardinality(times) = transfers),
  debits smallint[] NOT NULL CHECK (cardinality(debits) = transfers),
  credits smallint[] NOT NULL CHECK (cardinality(credits) = transfers),
  kinds smallint[] NOT NULL CHECK (cardinality(kinds) = transfers),
  PRIMARY KEY (player_id, currency, first_seq)
);
-- The segment of a number, and those after it.
CREATE UNIQUE INDEX archived_transfers_last ON ledger.archived_transfers (player_id, currency, last_seq);
CREATE INDEX archived_transfers_of_batch ON ledger.archived_transfers (batch);

-- Up to which of its numbers the transfers of bets of a wallet are archived: all of them.
CREATE TABLE ledger.archive_positions (
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0),
  PRIMARY KEY (player_id, currency)
);

CREATE FUNCTION ledger.digest_of_segment(a ledger.archived_transfers) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(record_send(ROW(a.player_id, a.currency, a.first_seq, a.last_seq, a.transfers, a.total, a.offsets, a."references", a.amounts,
    a.balances_after, a.times, a.debits, a.credits, a.kinds)))
$$;

CREATE FUNCTION ledger.seal_segment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.digest := ledger.digest_of_segment(NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER seal BEFORE INSERT ON ledger.archived_transfers FOR EACH ROW EXECUTE FUNCTION ledger.seal_segment();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.archived_transfers FOR EACH ROW EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.archived_transfers FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
REVOKE UPDATE, DELETE, TRUNCATE ON ledger.archived_transfers FROM PUBLIC;

-- The archive as rows of transfers.
CREATE VIEW ledger.archived_transfer_rows AS
SELECT
  a.player_id, u.reference, a.first_seq + u.number AS seq, u.amount, u.balance_after, u.at, u.debit, u.credit, u.kind, a.currency,
  a.first_seq AS from_seq, a.last_seq AS upto_seq
FROM ledger.archived_transfers a
CROSS JOIN LATERAL unnest(a.offsets, a."references", a.amounts, a.balances_after, a.times, a.debits, a.credits, a.kinds)
  AS u(number, reference, amount, balance_after, at, debit, credit, kind);

-- Every transfer, wherever it is. A reader of some numbers also compares from_seq and upto_seq with them: then other segments stay closed.
CREATE VIEW ledger.all_transfers AS
SELECT
  t.player_id, t.reference, t.seq, t.amount, t.balance_after, t.at, t.debit, t.credit, t.kind, t.currency, t.seq AS from_seq, t.seq AS upto_seq
FROM ledger.transfers t
UNION ALL
SELECT player_id, reference, seq, amount, balance_after, at, debit, credit, kind, currency, from_seq, upto_seq FROM ledger.archived_transfer_rows;

-- A transfer is deleted only once the archive has it, whole: whoever deletes. Updates stay refused.
CREATE FUNCTION ledger.only_archived() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT player_id, reference, seq, amount, balance_after, at, debit, credit, kind, currency FROM gone
    EXCEPT ALL
    SELECT player_id, reference, seq, amount, balance_after, at, debit, credit, kind, currency FROM ledger.archived_transfer_rows
    WHERE player_id = ANY (ARRAY(SELECT DISTINCT player_id FROM gone))
      AND upto_seq >= (SELECT min(seq) FROM gone) AND from_seq <= (SELECT max(seq) FROM gone)
  ) THEN
    RAISE EXCEPTION 'the ledger is append-only: only archived transfers are deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER append_only ON ledger.transfers;
CREATE TRIGGER append_only BEFORE UPDATE ON ledger.transfers FOR EACH ROW EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER only_archived AFTER DELETE ON ledger.transfers REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.only_archived();
DO $$
BEGIN
  FOR i IN 0..7 LOOP
    EXECUTE format('CREATE TRIGGER only_archived AFTER DELETE ON ledger.transfers_%s REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.only_archived()', i);
  END LOOP;
END $$;

-- The server's role may not delete transfers. This does, of one segment, as the owner of the table; the trigger judges it like any other.
CREATE FUNCTION ledger.remove_archived(player uuid, wallet_currency text, segment bigint) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
  WITH gone AS (
    DELETE FROM ledger.transfers t
    USING (
      SELECT a.first_seq + u.number AS seq FROM ledger.archived_transfers a CROSS JOIN LATERAL unnest(a.offsets) AS u(number)
      WHERE a.player_id = player AND a.currency = wallet_currency AND a.first_seq = segment) s
    WHERE t.player_id = player AND t.currency = wallet_currency AND t.seq = s.seq
    RETURNING t.seq)
  SELECT count(*) FROM gone
$$;
