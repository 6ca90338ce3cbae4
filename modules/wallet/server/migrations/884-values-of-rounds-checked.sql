-- phase: expand
ALTER TABLE wallet.provider_rounds VALIDATE CONSTRAINT provider_rounds_valid;
ALTER TABLE wallet.provider_txs VALIDATE CONSTRAINT provider_txs_valid;
ALTER TABLE wallet.wallets VALIDATE CONSTRAINT wallets_valid;
