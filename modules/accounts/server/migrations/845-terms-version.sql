-- phase: contract
-- Policies that a player has to accept are versions in content. The previous version does not read this column.
ALTER TABLE accounts.players DROP COLUMN terms_version;
