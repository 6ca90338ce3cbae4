-- What the house owed its players of one currency at one moment. Written once, never changed.
CREATE TABLE solvency.publications (
  currency text NOT NULL CHECK (length(currency) = 3),
  number integer NOT NULL CHECK (number > 0),
  taken_at timestamptz NOT NULL,
  players integer NOT NULL CHECK (players > 0),
  total bigint NOT NULL CHECK (total >= 0),
  root text NOT NULL,
  chain text NOT NULL,
  PRIMARY KEY (currency, number)
);

-- The latest trees only: an older one can no longer be climbed, its root and total stay.
CREATE TABLE solvency.leaves (
  currency text NOT NULL,
  number integer NOT NULL,
  player_id uuid NOT NULL,
  position integer NOT NULL,
  salt text NOT NULL,
  sum bigint NOT NULL CHECK (sum >= 0),
  PRIMARY KEY (currency, number, player_id),
  FOREIGN KEY (currency, number) REFERENCES solvency.publications
);
CREATE INDEX leaves_player ON solvency.leaves (player_id);
CREATE TABLE solvency.nodes (
  currency text NOT NULL,
  number integer NOT NULL,
  level smallint NOT NULL,
  position integer NOT NULL,
  hash text NOT NULL,
  sum bigint NOT NULL CHECK (sum >= 0),
  PRIMARY KEY (currency, number, level, position),
  FOREIGN KEY (currency, number) REFERENCES solvency.publications
);

CREATE FUNCTION solvency.refuse_change() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'a publication is never changed'; END $$;
CREATE TRIGGER publications_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON solvency.publications
  FOR EACH STATEMENT EXECUTE FUNCTION solvency.refuse_change();
