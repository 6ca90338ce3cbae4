-- phase: expand
-- What rounds of an hour say against a game whose bets depend on each other or are left when the player likes: logarithms of wealths in
-- millionths, one for each wager of `shared/return-evidence.ts`. For alerts only, no money.
CREATE TABLE desk.return_evidence (
  game text NOT NULL,
  rules_version text NOT NULL,
  hour timestamptz NOT NULL,
  rounds bigint NOT NULL,
  bets bigint NOT NULL,
  -- Shares of stakes in millionths, rounded, as in `return_hours`.
  paid bigint NOT NULL,
  due bigint NOT NULL,
  logs bigint[] NOT NULL,
  PRIMARY KEY (game, rules_version, hour)
);
-- So many to one against a game that follows its rules; null for games whose bets are decided one by one.
ALTER TABLE desk.return_alerts ADD COLUMN odds_against bigint;
