-- One row: a number that rises whenever players have something to accept before their next stake. A wallet's own number is that of its last check.
CREATE TABLE limits.terms (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  number integer NOT NULL CHECK (number >= 0)
);
INSERT INTO limits.terms (number) VALUES (0);
