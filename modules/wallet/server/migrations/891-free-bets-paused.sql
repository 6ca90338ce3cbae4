-- phase: expand
-- Until when a time-out has extended the free bet: one that is extended adds only its additional time.
ALTER TABLE wallet.free_bets ADD COLUMN paused_until timestamptz;
