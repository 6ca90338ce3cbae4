-- phase: expand
-- A keyed digest of the day and month of the accepted date of birth: it can be compared with the digest of a day, and read by nobody without the key.
-- Null where none is known, and until the job has computed it for dates that were stated before.
ALTER TABLE verification.identities ADD COLUMN birthday_digest bytea CHECK (length(birthday_digest) = 32);

-- The digests of the days around now, UTC; 28 February has two in common years.
CREATE TABLE verification.birthday_digests (
  day date NOT NULL,
  digest bytea NOT NULL CHECK (length(digest) = 32),
  PRIMARY KEY (day, digest)
);
