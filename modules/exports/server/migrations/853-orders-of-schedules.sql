-- phase: expand
-- How far a file is, what its last attempt failed with, and how many days it can be fetched once it is ready.
ALTER TABLE exports.orders
  ADD COLUMN life_days smallint NOT NULL DEFAULT 1 CHECK (life_days BETWEEN 1 AND 31),
  ADD COLUMN rows_made bigint NOT NULL DEFAULT 0,
  ADD COLUMN failures integer NOT NULL DEFAULT 0,
  ADD COLUMN last_error text;
