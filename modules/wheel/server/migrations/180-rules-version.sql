-- Every turn names the rules that it was made under, as bets do. Until now there was one version.
ALTER TABLE wheel.spins ADD COLUMN rules_version text COLLATE "C" NOT NULL DEFAULT 'wheel-1';
ALTER TABLE wheel.spins ALTER COLUMN rules_version DROP DEFAULT;
