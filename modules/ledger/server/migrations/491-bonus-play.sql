-- Bets of bonus money are play: as rows of bets do, theirs enter neither index (kinds 80 to 82).
DROP INDEX ledger.transfers_of_set_aside;
DROP INDEX ledger.transfers_beside_bets;
CREATE INDEX transfers_of_set_aside ON ledger.transfers (player_id, currency, seq)
  WHERE (debit IN (2, 3) OR credit IN (2, 3)) AND kind NOT IN (80, 81, 82);
CREATE INDEX transfers_beside_bets ON ledger.transfers (player_id, currency, seq) WHERE kind > 4 AND kind NOT IN (80, 81, 82);
