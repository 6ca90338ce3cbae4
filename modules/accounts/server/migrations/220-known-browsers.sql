-- Browsers that have opened a session of a player: by SHA-256 of the random cookie that each keeps. With one of them the right
-- password is enough, whatever strangers do to the contact.
CREATE TABLE accounts.known_browsers (
  player_id uuid NOT NULL REFERENCES accounts.players,
  browser bytea NOT NULL CHECK (length(browser) = 32),
  known_since timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, browser)
);
CREATE INDEX known_browsers_seen ON accounts.known_browsers (seen_at);
