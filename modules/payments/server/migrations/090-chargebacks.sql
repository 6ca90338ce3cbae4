-- Deposits that a bank took back after they were credited: each payment once. The id names the transfer.
CREATE TABLE payments.chargebacks (
  id uuid PRIMARY KEY,
  receipt_id uuid NOT NULL UNIQUE REFERENCES payments.receipts,
  player_id uuid NOT NULL,
  provider text NOT NULL,
  currency text NOT NULL CHECK (length(currency) = 3),
  amount bigint NOT NULL CHECK (amount > 0),
  recalled_at timestamptz NOT NULL
);

-- What a player still owes for them: the account `receivable` of his, the other way round.
CREATE TABLE payments.debts (
  player_id uuid NOT NULL,
  currency text NOT NULL CHECK (length(currency) = 3),
  owed bigint NOT NULL CHECK (owed >= 0),
  PRIMARY KEY (player_id, currency)
);
