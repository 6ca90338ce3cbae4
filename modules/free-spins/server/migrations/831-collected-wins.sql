-- phase: expand
-- What rounds of a campaign win: real money, or what is collected for a bonus. Bonus campaigns give the rounds of such a campaign.
ALTER TABLE free_spins.campaigns ADD COLUMN wins text NOT NULL DEFAULT 'real' CHECK (wins IN ('real', 'bonus'));
