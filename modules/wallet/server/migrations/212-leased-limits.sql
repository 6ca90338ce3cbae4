-- Limits of stakes are one a player (`limits.daily`), over all his purses. What is left of them on a day is leased to one purse:
-- the most that the day's counters of this row may reach. The columns belong to `limits`, as those of 175 do.
ALTER TABLE wallet.wallets
  -- Days since 1970 in UTC that the lease is for. Null: the player has no limit of stakes. 0: he has to be asked about first.
  ADD COLUMN lease_day integer,
  ADD COLUMN wager_most bigint,
  ADD COLUMN loss_most bigint;
ALTER TABLE wallet.wallets ALTER COLUMN lease_day SET DEFAULT 0;

-- Of the limits of each currency the one that is worth least becomes the player's, by round prices in dollars. A looser limit that
-- waits is kept only where there is nothing to compare.
WITH was AS (
  SELECT w.player_id, l.kind, w.currency, next_from > now() AND l.following IS DISTINCT FROM l.present AS waits, l.following, next_from,
    CASE WHEN next_from <= now() THEN l.following ELSE l.present END AS amount
  FROM wallet.wallets w CROSS JOIN LATERAL (VALUES
    ('wager', wager_limit, next_wager_limit), ('loss', loss_limit, next_loss_limit)) l(kind, present, following)),
compared AS (
  SELECT was.*, count(*) OVER (PARTITION BY player_id, kind) = 1 AND waits AS keeps,
    amount * CASE currency WHEN 'EUR' THEN 1.1 WHEN 'RUB' THEN 0.0125 WHEN 'KZT' THEN 0.002 WHEN 'INR' THEN 0.0115 ELSE 1 END AS worth
  FROM was WHERE amount IS NOT NULL)
INSERT INTO limits.daily (player_id, kind, amount, currency, next_amount, next_currency, next_from)
SELECT DISTINCT ON (player_id, kind) player_id, kind, amount, currency, CASE WHEN keeps THEN following END,
  CASE WHEN keeps AND following IS NOT NULL THEN currency END, CASE WHEN keeps THEN next_from END
FROM compared ORDER BY player_id, kind, worth, currency;

INSERT INTO limits.notices (player_id, kind) SELECT DISTINCT player_id, 'one_limit' FROM limits.daily ON CONFLICT DO NOTHING;

UPDATE wallet.wallets w SET lease_day = 0
WHERE EXISTS (SELECT FROM limits.daily d WHERE d.player_id = w.player_id AND d.kind <> 'deposit');

ALTER TABLE wallet.wallets
  DROP COLUMN wager_limit, DROP COLUMN loss_limit, DROP COLUMN next_wager_limit, DROP COLUMN next_loss_limit, DROP COLUMN next_from;
