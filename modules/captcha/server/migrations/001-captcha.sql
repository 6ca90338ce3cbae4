-- Solutions that were taken, by SHA-256: each is good once.
CREATE TABLE captcha.used (
  hash bytea PRIMARY KEY CHECK (length(hash) = 32),
  until timestamptz NOT NULL
);
CREATE INDEX used_until ON captcha.used (until);

-- Attempts of one address (an IPv6 network counts as one) within an hour.
CREATE TABLE captcha.crowds (
  what text NOT NULL,
  address text NOT NULL,
  attempts integer NOT NULL CHECK (attempts > 0),
  since timestamptz NOT NULL,
  PRIMARY KEY (what, address)
);
CREATE INDEX crowds_since ON captcha.crowds (since);
