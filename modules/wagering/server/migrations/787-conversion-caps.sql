-- What a gift releases at most when its wagering is met; null: all of it. What is over returns to the account that gave it.
ALTER TABLE wagering.grants ADD COLUMN cap bigint CHECK (cap > 0);
ALTER TABLE wagering.grants DROP CONSTRAINT grants_check4;
ALTER TABLE wagering.grants ADD CONSTRAINT grants_returned CHECK (returned = 0 OR state > 2 OR (state = 2 AND cap IS NOT NULL AND released = cap));
ALTER TABLE wagering.grants ADD CONSTRAINT grants_capped CHECK (cap IS NULL OR released <= cap);
