-- What a player allows himself, and what a day and a session have seen, stand in the row of the purse: a stake reads, locks and
-- writes one row. The columns belong to `limits` (its README tells what they mean); null = no limit.
ALTER TABLE wallet.wallets
  ADD COLUMN blocked_until timestamptz,
  ADD COLUMN wager_limit bigint CHECK (wager_limit >= 0),
  ADD COLUMN loss_limit bigint CHECK (loss_limit >= 0),
  ADD COLUMN next_wager_limit bigint CHECK (next_wager_limit >= 0),
  ADD COLUMN next_loss_limit bigint CHECK (next_loss_limit >= 0),
  ADD COLUMN next_from timestamptz,
  ADD COLUMN play_until timestamptz,
  ADD COLUMN day integer NOT NULL DEFAULT 0,
  ADD COLUMN wagered bigint NOT NULL DEFAULT 0 CHECK (wagered >= 0),
  ADD COLUMN lost bigint NOT NULL DEFAULT 0,
  ADD COLUMN session_staked bigint NOT NULL DEFAULT 0,
  ADD COLUMN session_returned bigint NOT NULL DEFAULT 0;

-- Limits could be set before there was a purse.
INSERT INTO wallet.wallets (player_id, currency) SELECT player_id, currency FROM limits.counters ON CONFLICT DO NOTHING;

UPDATE wallet.wallets w SET
  blocked_until = c.blocked_until, wager_limit = c.wager_limit, loss_limit = c.loss_limit,
  next_wager_limit = c.next_wager_limit, next_loss_limit = c.next_loss_limit, next_from = c.next_from,
  play_until = c.play_until, day = c.day, wagered = c.wagered, lost = c.lost,
  session_staked = c.session_staked, session_returned = c.session_returned
FROM limits.counters c WHERE c.player_id = w.player_id AND c.currency = w.currency;

DROP TABLE limits.counters;
