-- phase: expand
-- The most that a player's prize may be, decided by two operators while ranks are reviewed: the place and the other prizes stay.
ALTER TABLE tournaments.entries ADD COLUMN prize_most bigint CHECK (prize_most > 0), ADD COLUMN prize_cut_reason text;
