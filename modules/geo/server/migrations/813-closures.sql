-- phase: expand
-- What is closed, and where: registration and deposits by themselves too, everywhere ('*') or in one country, until a time or until it is opened.
ALTER TABLE geo.blocked_countries
  DROP CONSTRAINT blocked_countries_product_check,
  ADD CONSTRAINT blocked_countries_product_check CHECK (product IN ('all', 'casino', 'betting', 'registration', 'deposits')) NOT VALID,
  DROP CONSTRAINT blocked_countries_country_check,
  ADD CONSTRAINT blocked_countries_country_check CHECK (country ~ '^([A-Z]{2}|\*)$') NOT VALID,
  ADD COLUMN until timestamptz,
  ADD COLUMN reason text,
  ADD COLUMN closed_by text;

-- Every closing and opening. A row is never changed.
CREATE TABLE geo.closure_changes (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  country text COLLATE "C" NOT NULL,
  product text COLLATE "C" NOT NULL,
  closed boolean NOT NULL,
  until timestamptz,
  reason text,
  by_name text NOT NULL,
  at timestamptz NOT NULL
);
