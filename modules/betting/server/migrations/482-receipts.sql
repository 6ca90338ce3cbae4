-- A receipt for each slip (number 0) and each of its revisions: what we sign. Collected by a job from rows that never change; a leaf of the tree of its day.
CREATE TABLE betting.receipts (
  player_id uuid NOT NULL,
  key uuid NOT NULL,
  number integer NOT NULL CHECK (number >= 0),
  -- The day (UTC) whose root it is under, and its place there.
  day date NOT NULL,
  index integer NOT NULL CHECK (index >= 0),
  text text NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  -- Ed25519 over the text.
  signature bytea NOT NULL CHECK (length(signature) = 64),
  PRIMARY KEY (player_id, key, number),
  UNIQUE (day, index)
);

-- Roots of days that are over.
CREATE TABLE betting.receipt_days (
  day date PRIMARY KEY,
  number integer NOT NULL UNIQUE CHECK (number > 0),
  receipts integer NOT NULL CHECK (receipts > 0),
  root bytea NOT NULL CHECK (length(root) = 32),
  chain bytea NOT NULL CHECK (length(chain) = 32),
  published_at timestamptz NOT NULL
);

-- The tree of a day, level by level from the leaves: hashes joined. Read in slices of 32 bytes.
CREATE TABLE betting.receipt_levels (
  day date NOT NULL REFERENCES betting.receipt_days,
  level smallint NOT NULL,
  hashes bytea NOT NULL CHECK (length(hashes) % 32 = 0),
  PRIMARY KEY (day, level)
);
ALTER TABLE betting.receipt_levels ALTER COLUMN hashes SET STORAGE EXTERNAL;

-- How far slips and revisions were collected, by the time of their acceptance.
CREATE TABLE betting.receipt_cursors (
  source text PRIMARY KEY CHECK (source IN ('slips', 'revisions')),
  at timestamptz NOT NULL DEFAULT 'epoch'
);
INSERT INTO betting.receipt_cursors (source) VALUES ('slips'), ('revisions');

CREATE FUNCTION betting.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'receipts and their roots are never changed: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON betting.receipts FOR EACH ROW EXECUTE FUNCTION betting.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON betting.receipt_days FOR EACH ROW EXECUTE FUNCTION betting.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON betting.receipt_levels FOR EACH ROW EXECUTE FUNCTION betting.refuse_change();
