-- The licence's rules that a campaign was drafted under, and with it each bonus it gave. `uk`: at most twice the bonus, for our own games.
ALTER TABLE bonuses.campaigns ADD COLUMN profile text COLLATE "C" NOT NULL DEFAULT 'base' CHECK (profile IN ('base', 'uk')),
  ADD CONSTRAINT campaigns_profile_uk CHECK (profile <> 'uk' OR (product = 'games' AND wager <= 2));
ALTER TABLE bonuses.bonuses ADD COLUMN profile text COLLATE "C" NOT NULL DEFAULT 'base' CHECK (profile IN ('base', 'uk')),
  ADD CONSTRAINT bonuses_profile_uk CHECK (profile <> 'uk' OR (product = 'games' AND wager <= 2));
