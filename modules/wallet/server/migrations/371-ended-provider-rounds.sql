-- Ended rounds in the order of their end: their records are read from providers.
CREATE INDEX provider_rounds_ended ON wallet.provider_rounds (game, closed_at, round) WHERE status <> 0;
