-- The welcome pack whose step a campaign is: it is given to players of the pack only, and never by a claim of their own.
ALTER TABLE bonuses.campaigns ADD COLUMN pack_id uuid;
