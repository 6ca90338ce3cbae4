-- phase: expand
ALTER TABLE ledger.transfers VALIDATE CONSTRAINT transfers_valid;
