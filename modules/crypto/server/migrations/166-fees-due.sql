-- The few orders whose cost is still to be booked are found without reading all that ever ended.
ALTER TABLE crypto.orders ADD COLUMN fee_booked boolean NOT NULL DEFAULT false;
UPDATE crypto.orders SET fee_booked = true WHERE payout_id IN (SELECT order_id FROM crypto.network_fees);
CREATE INDEX orders_fee_due ON crypto.orders (ended_at) WHERE state IN ('final', 'failed') AND NOT fee_booked;
