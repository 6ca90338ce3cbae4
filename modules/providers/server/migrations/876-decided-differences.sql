-- phase: expand
-- What two operators decided about the round of a difference: it accounts for the difference, which is closed then, or differs from it too.
-- {"kind": "paid" | "returned" | "voided", "request": ..., "amount": ..., "currency": ..., "at": ...}
ALTER TABLE providers.differences ADD COLUMN decision jsonb;
