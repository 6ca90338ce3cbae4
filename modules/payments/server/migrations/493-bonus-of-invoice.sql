-- The bonus that the player chose with the deposit; null: without one.
ALTER TABLE payments.invoices ADD COLUMN bonus_id uuid;
