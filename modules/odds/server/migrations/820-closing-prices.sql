-- phase: expand
-- The prices at which the market last took bets before the start, by outcome in thousandths; null while it takes them.
ALTER TABLE odds.markets ADD COLUMN closing jsonb;
