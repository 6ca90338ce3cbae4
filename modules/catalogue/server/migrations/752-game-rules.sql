-- What a provider's manifest says of a game's rules, with the hashes of its symbols' pictures; null where it says nothing.
ALTER TABLE catalogue.games ADD COLUMN rules jsonb;
