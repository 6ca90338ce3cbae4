-- phase: expand
-- One of our own games can be closed like a product: `game:dice`.
ALTER TABLE geo.blocked_countries
  DROP CONSTRAINT blocked_countries_product_check,
  ADD CONSTRAINT blocked_countries_product_check
    CHECK (product IN ('all', 'casino', 'betting', 'registration', 'deposits') OR product ~ '^game:[a-z]+$') NOT VALID;
