-- phase: expand
-- A consent that is not to offers: advertising networks are told that their click led to an account and a deposit.
ALTER TABLE notifications.consents
  DROP CONSTRAINT consents_channel_check,
  ADD CONSTRAINT consents_channel CHECK (channel IN ('inbox', 'email', 'push', 'measurement')) NOT VALID;
