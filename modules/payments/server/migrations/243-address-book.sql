-- Payout addresses a player has saved. `usable_from`: while the allow-list is on, payouts go there from then on.
CREATE TABLE payments.saved_addresses (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  rail text NOT NULL,
  token text NOT NULL,
  address text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  added_at timestamptz NOT NULL,
  usable_from timestamptz NOT NULL,
  UNIQUE (player_id, rail, token)
);

-- Whether payouts in coins go to saved addresses only. The row is what changes of the book and payouts hold, so that they come one after another.
-- `off_from`: the moment from which it is off; null while it is on for good or was never on.
CREATE TABLE payments.allow_lists (
  player_id uuid PRIMARY KEY,
  is_on boolean NOT NULL DEFAULT false,
  off_from timestamptz,
  CHECK (is_on OR off_from IS NULL)
);
