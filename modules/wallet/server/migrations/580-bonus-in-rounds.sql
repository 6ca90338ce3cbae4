-- Bonus money in rounds of outside providers. The bets of a round are of one grant, or of none: a later bet of a round is of its
-- grant, so that the last one, which carries the win, always is.
-- `from_bonus`: the bonus money of `staked`. `bonus_held`: what wins that did not end the round owe to bonus money; the end pays it.
ALTER TABLE wallet.provider_rounds
  ADD COLUMN from_bonus bigint NOT NULL DEFAULT 0 CHECK (from_bonus BETWEEN 0 AND staked),
  ADD COLUMN bonus_held bigint NOT NULL DEFAULT 0 CHECK (bonus_held BETWEEN 0 AND won),
  ADD COLUMN grant_no integer,
  ADD CHECK (grant_no IS NOT NULL OR from_bonus + bonus_held = 0);
-- The part of a win that is held until its round ends.
ALTER TABLE wallet.provider_txs ADD COLUMN held bigint NOT NULL DEFAULT 0 CHECK (held BETWEEN 0 AND amount);
-- As their grants (wagering, 581).
UPDATE wallet.wallets SET wager_games = wager_games | (1::bigint << 10) | (1::bigint << 62) WHERE grant_no IS NOT NULL;
