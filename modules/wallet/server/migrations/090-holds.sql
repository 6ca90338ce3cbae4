-- Money set aside for somebody outside until it is known what becomes of it. A hold is pending once and ends once: posted (it goes
-- where it was meant for) or released (it goes back); both are transfers under the hold's own id. What is pending counts against the
-- balance from the first moment, so that posting can never fail for want of money.
-- status: 0 pending, 1 posted, 2 released. `expires_at`: from then on whoever comes by releases it; null waits for a word.
CREATE TABLE wallet.holds (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  amount bigint NOT NULL CHECK (amount > 0),
  account smallint NOT NULL,
  held_kind smallint NOT NULL,
  posted_kind smallint NOT NULL,
  released_kind smallint NOT NULL,
  status smallint NOT NULL DEFAULT 0 CHECK (status IN (0, 1, 2)),
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  ended_at timestamptz,
  CHECK ((status = 0) = (ended_at IS NULL))
);
CREATE INDEX holds_pending ON wallet.holds (expires_at) WHERE status = 0;

-- The payouts there are: asked for is 9, paid 30, given back 10. Their times are not in the movements; a payout has its own.
INSERT INTO wallet.holds (id, player_id, currency, amount, account, held_kind, posted_kind, released_kind, status, created_at, ended_at)
SELECT m.reference, m.player_id, m.currency, m.amount, m.credit, 9, 30, 10, coalesce(e.status, 0), now(),
  CASE WHEN e.status IS NOT NULL THEN now() END
FROM wallet.movements m
LEFT JOIN LATERAL (SELECT CASE kind WHEN 30 THEN 1 ELSE 2 END AS status FROM wallet.movements e
  WHERE e.player_id = m.player_id AND e.reference = m.reference AND e.kind IN (10, 30)) e ON true
WHERE m.kind = 9;
