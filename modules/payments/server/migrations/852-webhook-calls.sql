-- phase: expand
-- Calls of payment providers as they came: what they were about and what became of them. Messages that were processed are in
-- payments.events; the text and the signature of one that was verified and could not be processed are kept here, to process it again.
CREATE TABLE payments.webhook_calls (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  received_at timestamptz NOT NULL,
  -- Of the provider; null when the call was refused.
  event_id uuid,
  type text,
  -- What the call had as its effect, `failed`, or the code it was refused with.
  result text NOT NULL,
  error text,
  size integer NOT NULL CHECK (size >= 0),
  body text,
  headers jsonb,
  replays smallint NOT NULL DEFAULT 0,
  replayed_at timestamptz,
  CHECK ((body IS NULL) = (headers IS NULL)),
  CHECK (body IS NULL OR event_id IS NOT NULL)
);
CREATE INDEX webhook_calls_provider ON payments.webhook_calls (provider, id DESC);
CREATE INDEX webhook_calls_result ON payments.webhook_calls (result, id DESC);
CREATE INDEX webhook_calls_age ON payments.webhook_calls (received_at);
