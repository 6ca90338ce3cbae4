-- phase: expand
ALTER TABLE geo.blocked_countries VALIDATE CONSTRAINT blocked_countries_product_check;
