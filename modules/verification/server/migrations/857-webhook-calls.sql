-- phase: expand
-- Calls of the identity provider as they came and what became of them, for thirty days; decisions that were processed are in events.
CREATE TABLE verification.webhook_calls (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  received_at timestamptz NOT NULL,
  -- Of the provider; null when the call was refused.
  event_id uuid,
  decision text,
  -- What the call had as its effect, `failed`, or the code it was refused with.
  result text NOT NULL,
  error text,
  size integer NOT NULL CHECK (size >= 0)
);
CREATE INDEX webhook_calls_age ON verification.webhook_calls (received_at);
