-- The active grant of bonus money is in the row of the wallet: a stake reads, locks and writes that row anyway. The columns belong to
-- `wagering`; null: nothing is wagered in this currency.
ALTER TABLE wallet.wallets
  ADD COLUMN grant_no integer,
  ADD COLUMN wager_left bigint CHECK (wager_left >= 0),
  ADD COLUMN wager_max_bet bigint,
  ADD COLUMN wager_until timestamptz,
  ADD COLUMN wager_open integer CHECK (wager_open >= 0),
  ADD COLUMN wager_games bigint;

-- `from_bonus` of the stake and `paid_bonus` of the payout (of a void bet, of the stake) are bonus money; the rest of each is real.
-- `grant_no`: the grant that the bet counts for, at `rate` thousandths; `counted`: what it counted when it ended.
ALTER TABLE wallet.bets
  ADD COLUMN from_bonus bigint NOT NULL DEFAULT 0 CHECK (from_bonus BETWEEN 0 AND stake),
  ADD COLUMN paid_bonus bigint NOT NULL DEFAULT 0 CHECK (paid_bonus BETWEEN 0 AND payout),
  ADD COLUMN counted bigint NOT NULL DEFAULT 0 CHECK (counted BETWEEN 0 AND stake * 10),
  ADD COLUMN grant_no integer,
  ADD COLUMN rate integer,
  ADD COLUMN bonus_after bigint NOT NULL DEFAULT 0 CHECK (bonus_after >= 0),
  ADD COLUMN settled_bonus bigint CHECK (settled_bonus >= 0),
  ADD CHECK (grant_no IS NOT NULL OR from_bonus + paid_bonus + counted = 0),
  ADD CHECK ((grant_no IS NULL) = (rate IS NULL));
