-- phase: expand
-- Wins of free rounds may be collected for a bonus instead of paid as real money. A round of theirs, and its only bet, have the grant
-- number 0, which no grant has.
ALTER TABLE wallet.free_rounds
  ADD COLUMN collects boolean NOT NULL DEFAULT false,
  -- What its closed rounds have won, without pots; of rounds that are not collected it stays 0.
  ADD COLUMN won bigint NOT NULL DEFAULT 0 CHECK (won >= 0 AND (collects OR won = 0));
