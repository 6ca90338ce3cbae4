-- What players owe, by cause: the account `receivable` of each of them is the sum of what is left, the other way round.
CREATE TABLE debts.debts (
  player_id uuid NOT NULL,
  -- `settlement`: a correction of a slip took back more than the balance had. `chargeback`: a bank recalled a deposit.
  cause text NOT NULL CHECK (cause IN ('settlement', 'chargeback')),
  -- The slip, or the chargeback.
  reference uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  amount bigint NOT NULL CHECK (amount > 0),
  repaid bigint NOT NULL DEFAULT 0 CHECK (repaid >= 0),
  waived bigint NOT NULL DEFAULT 0 CHECK (waived >= 0),
  since timestamptz NOT NULL,
  PRIMARY KEY (player_id, cause, reference),
  CHECK (repaid + waived <= amount)
);
CREATE INDEX debts_open ON debts.debts (player_id, currency, since) WHERE repaid + waived < amount;
