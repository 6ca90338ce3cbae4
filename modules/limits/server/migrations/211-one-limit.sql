-- One daily limit a player and kind, over all his wallets, in the currency in which it was set. Null = no limit; a looser one waits
-- in `next_*` until `next_from`. A row of its own for each kind: deposits lock theirs one after another, stakes lock none.
CREATE TABLE limits.daily (
  player_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('wager', 'loss', 'deposit')),
  amount bigint CHECK (amount >= 0),
  currency text COLLATE "C" CHECK (length(currency) = 3),
  next_amount bigint CHECK (next_amount >= 0),
  next_currency text COLLATE "C" CHECK (length(next_currency) = 3),
  next_from timestamptz,
  PRIMARY KEY (player_id, kind),
  CHECK ((amount IS NULL) = (currency IS NULL)),
  CHECK ((next_amount IS NULL) = (next_currency IS NULL)),
  CHECK (next_amount IS NULL OR next_from IS NOT NULL)
);

-- What a player is told once on the page of his limits, until he closes it.
CREATE TABLE limits.notices (
  player_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('one_limit')),
  dismissed_at timestamptz,
  PRIMARY KEY (player_id, kind)
);

-- Limits used to be set for each currency. The one that is worth least becomes the limit; no rates are known to this file, so it
-- compares by round prices in dollars. A looser limit that waits is kept only where there is nothing to compare.
WITH was AS (
  SELECT player_id, currency, next_from > now() IS TRUE AS waits, next_limit, next_from,
    CASE WHEN next_from <= now() THEN next_limit ELSE deposit_limit END AS amount
  FROM limits.deposit_limits),
compared AS (
  SELECT was.*, count(*) OVER (PARTITION BY player_id) = 1 AND waits AS keeps,
    amount * CASE currency WHEN 'EUR' THEN 1.1 WHEN 'RUB' THEN 0.0125 WHEN 'KZT' THEN 0.002 WHEN 'INR' THEN 0.0115 ELSE 1 END AS worth
  FROM was WHERE amount IS NOT NULL)
INSERT INTO limits.daily (player_id, kind, amount, currency, next_amount, next_currency, next_from)
SELECT DISTINCT ON (player_id) player_id, 'deposit', amount, currency, CASE WHEN keeps THEN next_limit END,
  CASE WHEN keeps AND next_limit IS NOT NULL THEN currency END, CASE WHEN keeps THEN next_from END
FROM compared ORDER BY player_id, worth, currency;

INSERT INTO limits.notices (player_id, kind) SELECT player_id, 'one_limit' FROM limits.daily;

DROP TABLE limits.deposit_limits;
