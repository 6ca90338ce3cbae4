-- Where the house is closed, whole or in part. `country` is ISO 3166-1 alpha-2.
CREATE TABLE geo.blocked_countries (
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  product text NOT NULL CHECK (product IN ('all', 'casino', 'betting')),
  blocked_at timestamptz NOT NULL,
  PRIMARY KEY (country, product)
);
