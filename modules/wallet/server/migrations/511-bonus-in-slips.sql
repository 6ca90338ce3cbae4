-- Bonus money in slips (docs/decisions/0105). `from_bonus` of the stake is bonus money; every payout, boost and returned stake is split by it.
-- `paid_bonus`, `boost_bonus`: the bonus money's shares of the settlement that stands, or of the stake that a void one returned;
-- `bonus_to`: the account that they went to. `cashed_bonus`: the shares of what was cashed out. `counted`: what the settlement counts.
ALTER TABLE wallet.slips
  ADD COLUMN from_bonus bigint NOT NULL DEFAULT 0 CHECK (from_bonus BETWEEN 0 AND stake),
  ADD COLUMN grant_no integer,
  ADD COLUMN rate integer CHECK (rate > 0),
  ADD COLUMN bonus_after bigint NOT NULL DEFAULT 0 CHECK (bonus_after >= 0),
  ADD COLUMN paid_bonus bigint NOT NULL DEFAULT 0 CHECK (paid_bonus >= 0),
  ADD COLUMN boost_bonus bigint NOT NULL DEFAULT 0 CHECK (boost_bonus BETWEEN 0 AND boost),
  ADD COLUMN cashed_bonus bigint NOT NULL DEFAULT 0 CHECK (cashed_bonus BETWEEN 0 AND cashed_out),
  ADD COLUMN bonus_to smallint,
  ADD COLUMN counted bigint NOT NULL DEFAULT 0 CHECK (counted >= 0),
  ADD CHECK ((grant_no IS NULL) = (rate IS NULL)),
  ADD CHECK (grant_no IS NULL OR NOT free_bet),
  ADD CHECK (grant_no IS NOT NULL OR from_bonus + paid_bonus + boost_bonus + cashed_bonus + counted = 0),
  ADD CHECK (paid_bonus + boost_bonus = 0 OR bonus_to IS NOT NULL),
  ADD CHECK (bonus_to IS NULL OR status IN (1, 2));

-- Of a revision: the bonus money's shares of what it paid or returned and the account that they went to; how it changed the player's bonus
-- money; what it took back that was no longer there, at our cost; and how it changed what its bonus has counted.
ALTER TABLE wallet.slip_revisions
  ADD COLUMN paid_bonus bigint NOT NULL DEFAULT 0 CHECK (paid_bonus >= 0),
  ADD COLUMN boost_bonus bigint NOT NULL DEFAULT 0 CHECK (boost_bonus BETWEEN 0 AND boost),
  ADD COLUMN bonus_to smallint,
  ADD COLUMN bonus_change bigint NOT NULL DEFAULT 0,
  ADD COLUMN bonus_short bigint NOT NULL DEFAULT 0 CHECK (bonus_short >= 0),
  ADD COLUMN counted bigint NOT NULL DEFAULT 0;

-- The slips of a grant.
CREATE INDEX slips_of_grants ON wallet.slips (player_id, grant_no, seq) WHERE grant_no IS NOT NULL;

-- The bonus money of slips that wait for their delay, beside `reserved`.
ALTER TABLE wallet.wallets ADD COLUMN reserved_bonus bigint NOT NULL DEFAULT 0 CHECK (reserved_bonus >= 0);
