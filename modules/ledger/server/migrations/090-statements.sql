-- Statements read a wallet's rows by its own numbers, which is the primary key. These two find what is rare among the many rows of
-- play: what touched the bonus money or the vault, and what is no bet. Rows of bets enter neither.
CREATE INDEX transfers_of_set_aside ON ledger.transfers (player_id, currency, seq)
  WHERE debit IN (2, 3) OR credit IN (2, 3);
CREATE INDEX transfers_beside_bets ON ledger.transfers (player_id, currency, seq) WHERE kind > 4;
