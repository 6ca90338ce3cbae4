-- phase: expand
-- transaction: none
-- The few test accounts are looked up by every fold of new wallets, and by figures that leave them out.
CREATE INDEX CONCURRENTLY players_test ON accounts.players (id) WHERE is_test;
