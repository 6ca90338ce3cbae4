-- phase: expand
-- transaction: none
-- The few players whom an advertisement brought, by when they registered.
CREATE INDEX CONCURRENTLY sources_clicks ON attribution.sources (registered_at) WHERE advertise_uid IS NOT NULL OR cpa_one_uid IS NOT NULL;
