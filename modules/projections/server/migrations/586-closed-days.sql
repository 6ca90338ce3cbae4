-- A day of the reporting zone, closed when every transfer before its end was folded, and never changed. Transfers that arrive later are in the
-- rows of the next day that closes, as late ones of their own day.
CREATE TABLE projections.closed_days (
  number integer PRIMARY KEY CHECK (number > 0),
  day date NOT NULL UNIQUE,
  zone text NOT NULL,
  closed_at timestamptz NOT NULL,
  rows integer NOT NULL CHECK (rows >= 0),
  -- SHA-256 of the day before's hash and the rows of this one.
  hash bytea NOT NULL CHECK (length(hash) = 32)
);
CREATE TABLE projections.closed_rows (
  number integer NOT NULL REFERENCES projections.closed_days DEFERRABLE INITIALLY DEFERRED,
  -- The day on which the transfers were made: another one than the closed day's where they are late.
  of_day date NOT NULL,
  is_test boolean NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  kind smallint NOT NULL,
  debit smallint NOT NULL,
  credit smallint NOT NULL,
  total numeric(30) NOT NULL,
  transfers bigint NOT NULL,
  PRIMARY KEY (number, of_day, is_test, currency, kind, debit, credit)
);
CREATE FUNCTION projections.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'closed days are append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON projections.closed_days FOR EACH ROW EXECUTE FUNCTION projections.refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON projections.closed_days FOR EACH STATEMENT EXECUTE FUNCTION projections.refuse();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON projections.closed_rows FOR EACH ROW EXECUTE FUNCTION projections.refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON projections.closed_rows FOR EACH STATEMENT EXECUTE FUNCTION projections.refuse();
