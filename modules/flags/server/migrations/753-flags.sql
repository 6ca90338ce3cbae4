-- phase: expand
-- What operators set: behaviour that the program declares, in a country or everywhere ('*'), until a time. An expired row stays until it is replaced.
CREATE TABLE flags.set_values (
  flag text COLLATE "C" NOT NULL CHECK (flag ~ '^[a-z][a-z_]*\.[a-z][a-z_]*$' AND length(flag) <= 60),
  region text COLLATE "C" NOT NULL CHECK (region ~ '^([A-Z]{2}|\*)$'),
  value jsonb NOT NULL CHECK (jsonb_typeof(value) IN ('boolean', 'number')),
  until timestamptz NOT NULL,
  -- That of the change that set it.
  number bigint NOT NULL,
  reason text NOT NULL,
  asked_by text NOT NULL,
  set_by text NOT NULL,
  set_at timestamptz NOT NULL,
  PRIMARY KEY (flag, region)
);

-- Every change. A row is never changed.
CREATE TABLE flags.changes (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  flag text COLLATE "C" NOT NULL,
  region text COLLATE "C" NOT NULL,
  -- Null: the default again.
  value jsonb,
  until timestamptz,
  reason text NOT NULL,
  asked_by text NOT NULL,
  set_by text NOT NULL,
  at timestamptz NOT NULL,
  CHECK ((value IS NULL) = (until IS NULL))
);
CREATE INDEX flag_changes_by_flag ON flags.changes (flag, region, number DESC);

CREATE FUNCTION flags.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a change of a flag is never changed';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON flags.changes FOR EACH ROW EXECUTE FUNCTION flags.refuse();
