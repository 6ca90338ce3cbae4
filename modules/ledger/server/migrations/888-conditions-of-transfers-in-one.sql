-- phase: expand
-- Each is a condition of transfers_valid.
ALTER TABLE ledger.transfers
  DROP CONSTRAINT transfers_amount_check,
  DROP CONSTRAINT transfers_balance_after_check,
  DROP CONSTRAINT transfers_check,
  DROP CONSTRAINT transfers_credit_check,
  DROP CONSTRAINT transfers_currency_check,
  DROP CONSTRAINT transfers_debit_check,
  DROP CONSTRAINT transfers_kind_check,
  DROP CONSTRAINT transfers_seq_check;
