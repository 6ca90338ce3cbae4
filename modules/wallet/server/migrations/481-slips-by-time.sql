-- Receipts are collected in the order of time.
CREATE INDEX slips_placed ON wallet.slips (placed_at, player_id, key);
CREATE INDEX slip_revisions_at ON wallet.slip_revisions (at, player_id, key, number);
