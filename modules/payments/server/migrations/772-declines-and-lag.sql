-- phase: expand
-- Why a provider declined an invoice, in its own word.
ALTER TABLE payments.invoices ADD COLUMN decline_code text CHECK (length(decline_code) BETWEEN 1 AND 100);

-- How long after its news a provider's call arrived, where the provider says when that was. Kept as long as the call.
CREATE TABLE payments.webhook_lags (
  call_id uuid PRIMARY KEY,
  received_at timestamptz NOT NULL,
  lag_ms bigint NOT NULL CHECK (lag_ms >= 0)
);
CREATE INDEX webhook_lags_age ON payments.webhook_lags (received_at);
