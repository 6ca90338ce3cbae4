-- phase: expand
-- PostgreSQL reads the stored text of every CHECK again for each statement, and for each partition that the statement writes to: one that says the
-- same costs less than eight.
ALTER TABLE ledger.transfers ADD CONSTRAINT transfers_valid CHECK (
  least(amount, seq) > 0 AND least(debit, credit, kind) > 0 AND debit <> credit AND balance_after >= 0 AND length(currency) = 3
) NOT VALID;
