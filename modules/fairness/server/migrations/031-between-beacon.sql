-- Which beacon a close record named: the house may follow another one later, and old records must stay checkable.
ALTER TABLE between_rounds
  ADD COLUMN beacon_chain text,
  ADD COLUMN beacon_public_key text,
  ADD CHECK (num_nulls(beacon_round, beacon_chain, beacon_public_key) IN (0, 3));
