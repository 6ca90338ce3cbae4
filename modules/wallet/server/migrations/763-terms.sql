-- The number of limits.terms that the player's stakes were last checked for.
ALTER TABLE wallet.wallets ADD COLUMN terms integer NOT NULL DEFAULT 0;
