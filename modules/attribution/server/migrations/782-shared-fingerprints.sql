-- Accounts that were registered in one browser are looked up by its fingerprint.
CREATE INDEX sources_fpp ON attribution.sources (fpp) WHERE fpp IS NOT NULL;
