-- What the last look at the books found; one row, which every process reads. `breaches`: [{id, name, rows}], empty when all holds.
CREATE TABLE office.book_checks (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  checked_at timestamptz NOT NULL,
  invariants int NOT NULL,
  breaches jsonb NOT NULL,
  -- Since when they are broken without a break.
  broken_since timestamptz
);
