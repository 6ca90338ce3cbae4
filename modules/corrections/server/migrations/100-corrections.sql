-- Money put right by hand. One person asks, another decides: the row cannot say otherwise. `amount` is signed: above zero the
-- player gets it, below zero it is taken from him.
CREATE TABLE corrections.corrections (
  id uuid PRIMARY KEY,
  idempotency_key uuid NOT NULL UNIQUE,
  player_id uuid NOT NULL,
  currency text NOT NULL CHECK (length(currency) = 3),
  amount bigint NOT NULL CHECK (amount <> 0),
  reason text NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'booked', 'declined')),
  asked_by uuid NOT NULL,
  asked_name text NOT NULL,
  asked_at timestamptz NOT NULL,
  decided_by uuid CHECK (decided_by <> asked_by),
  decided_name text,
  decided_at timestamptz,
  CHECK ((status = 'waiting') = (decided_by IS NULL) AND (status = 'waiting') = (decided_at IS NULL))
);
CREATE INDEX corrections_waiting ON corrections.corrections (asked_at) WHERE status = 'waiting';
CREATE INDEX corrections_player ON corrections.corrections (player_id, asked_at DESC);
