-- Whoever gave a date of birth under age does not play until then, or until a person has accepted a proof of age: no break of his own
-- choice, so it stands beside that and can be lifted. What ended at midnight exactly came from a date of birth: a break that somebody
-- chose ends at the millisecond at which he chose it. A closed account stays blocked for ever.
ALTER TABLE limits.players ADD COLUMN age_until timestamptz;
UPDATE limits.players SET age_until = blocked_until, blocked_until = 'epoch'
WHERE kind = 'self_exclusion' AND blocked_until = date_trunc('day', blocked_until, 'UTC')
  AND blocked_until < '9999-01-01T00:00:00Z';
