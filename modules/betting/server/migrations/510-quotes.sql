-- Joint prices of builders, as they were quoted to players. A slip that is accepted keeps the prices in its terms.
CREATE TABLE betting.quotes (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  -- [[event, market, spec, outcome], ...] as JSON text
  legs text NOT NULL,
  -- Thousandths by set of legs: bit i of the index stands for leg i. The empty set has 0.
  prices integer[] NOT NULL,
  versions bigint[] NOT NULL,
  expires timestamptz NOT NULL
);
CREATE INDEX quotes_expires ON betting.quotes (expires);
