-- Slips that two operators voided: they stay void whatever their legs become.
CREATE TABLE betting.voided_slips (
  player_id uuid NOT NULL,
  key uuid NOT NULL,
  request uuid NOT NULL UNIQUE,
  at timestamptz NOT NULL,
  PRIMARY KEY (player_id, key)
);

-- Corrections that take money back late, or after it was withdrawn: two operators decide whether they are made.
CREATE TABLE betting.held_corrections (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  key uuid NOT NULL,
  -- The revision that stands, and what would replace it: {"kind", "payout", "boost"} in micro-units.
  after integer NOT NULL,
  result jsonb NOT NULL,
  reason text NOT NULL,
  market bigint NOT NULL,
  why text NOT NULL CHECK (why IN ('late', 'withdrawn')),
  since timestamptz NOT NULL,
  -- Null while it waits.
  decision text CHECK (decision IN ('apply', 'keep')),
  request uuid UNIQUE,
  UNIQUE (player_id, key),
  CHECK ((decision IS NULL) = (request IS NULL))
);
CREATE INDEX held_corrections_waiting ON betting.held_corrections (since, id) WHERE decision IS NULL;

-- What a player may win, as a part of everybody's limit, in thousandths. Everybody without a row has 1000.
CREATE TABLE betting.player_factors (
  player_id uuid PRIMARY KEY,
  factor integer NOT NULL CHECK (factor BETWEEN 10 AND 5000),
  -- Moves with each change.
  n integer NOT NULL,
  at timestamptz NOT NULL
);
