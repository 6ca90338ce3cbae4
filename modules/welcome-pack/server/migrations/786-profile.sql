-- The licence's rules that a version was drafted under: it is opened and shown under those only.
ALTER TABLE welcome_pack.packs ADD COLUMN profile text COLLATE "C" NOT NULL DEFAULT 'base' CHECK (profile IN ('base', 'uk'));
