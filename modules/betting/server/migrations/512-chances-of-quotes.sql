-- The chance of all selections of a builder together, in millionths: what its price was made from. Null in quotes from before.
ALTER TABLE betting.quotes ADD COLUMN chance integer CHECK (chance BETWEEN 1 AND 1000000);
