-- Stakes of live slips that wait for their delay: other debits see the balance less this, until the time. They lapse on their own.
ALTER TABLE wallet.wallets ADD reserved bigint NOT NULL DEFAULT 0 CHECK (reserved >= 0), ADD reserved_until timestamptz;
