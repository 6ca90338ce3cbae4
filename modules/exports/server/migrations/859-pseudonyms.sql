-- phase: expand
-- Whether a file has pseudonyms in place of players: known once it is made.
ALTER TABLE exports.orders ADD COLUMN pseudonymous boolean NOT NULL DEFAULT false;

-- Whose pseudonym of a file it is: the player is sealed under a key that is not in the database.
CREATE TABLE exports.pseudonyms (
  pseudonym bytea PRIMARY KEY CHECK (length(pseudonym) = 16),
  sealed_player bytea NOT NULL
);
