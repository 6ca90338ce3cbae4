-- Filters of a list that an operator uses again, by name.
CREATE TABLE operators.views (
  id uuid PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators.operators,
  list text NOT NULL,
  name text NOT NULL,
  -- The query of the page's address.
  query text NOT NULL CHECK (length(query) <= 1000),
  saved_at timestamptz NOT NULL,
  UNIQUE (operator_id, list, name)
);
