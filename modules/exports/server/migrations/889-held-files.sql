-- phase: expand
-- A file with players in it and many rows is held until a second operator releases it.
ALTER TABLE exports.orders
  ADD COLUMN takes_release boolean NOT NULL DEFAULT false,
  ADD COLUMN released_at timestamptz,
  ADD CONSTRAINT orders_released CHECK (released_at IS NULL OR takes_release) NOT VALID;
