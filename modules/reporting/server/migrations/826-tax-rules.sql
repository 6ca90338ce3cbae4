-- phase: expand
-- What a country taxes, and how much of it. A row is never changed: another rate, or a correction, is the next row; of two with one day the later one counts.
CREATE TABLE reporting.tax_rules (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  country text COLLATE "C" NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  product text NOT NULL CHECK (product IN ('casino', 'betting')),
  base text NOT NULL CHECK (base IN ('ggr', 'stakes')),
  -- Hundredths of a percent; 0 ends a tax.
  rate integer NOT NULL CHECK (rate BETWEEN 0 AND 10000),
  -- Whether stakes of bonus money and what they pay are deducted.
  deducts_bonuses boolean NOT NULL,
  -- The first day, of UTC.
  since date NOT NULL,
  law text NOT NULL,
  added_by text NOT NULL,
  approved_by text NOT NULL,
  added_at timestamptz NOT NULL
);
