-- The terms a player agreed to last, and a lock that the house puts on an account. All who registered so far agreed to the first
-- version.
ALTER TABLE accounts.players
  ADD COLUMN terms_version text NOT NULL DEFAULT '2026-11-01',
  ADD COLUMN locked_at timestamptz,
  ADD COLUMN lock_reason text,
  ADD CHECK ((locked_at IS NULL) = (lock_reason IS NULL));

-- Each agreement after registration: what was agreed to, and when.
CREATE TABLE accounts.agreements (
  player_id uuid NOT NULL REFERENCES accounts.players,
  version text NOT NULL,
  agreed_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, version)
);
