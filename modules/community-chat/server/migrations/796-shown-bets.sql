-- phase: expand
-- The ended bet that a message shows, as it was when it was written: {id, game, currency, stake, payout, multiplier}.
ALTER TABLE community_chat.messages ADD COLUMN bet jsonb;
