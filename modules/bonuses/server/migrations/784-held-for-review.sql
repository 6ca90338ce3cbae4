-- A bonus whose condition is met waits for the decision of a person until then at most; null when nobody has to decide.
ALTER TABLE bonuses.bonuses ADD COLUMN held_until timestamptz;
