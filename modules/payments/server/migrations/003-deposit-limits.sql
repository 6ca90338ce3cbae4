-- Of a credited payment, what was beyond the player's own daily limit and goes back to the payer.
ALTER TABLE payments.receipts ADD COLUMN held bigint NOT NULL DEFAULT 0 CHECK (held >= 0 AND held < amount);
-- A player's deposits of a day.
CREATE INDEX receipts_player ON payments.receipts (player_id, received_at) WHERE player_id IS NOT NULL;
