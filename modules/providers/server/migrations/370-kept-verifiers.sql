-- Verifier modules by their hash, kept so that a round is verified under its own maths when its provider is gone. Never changed.
CREATE TABLE providers.verifiers (
  maths text PRIMARY KEY CHECK (maths = encode(sha256(convert_to(module, 'UTF8')), 'hex')),
  module text NOT NULL CHECK (length(module) <= 1000000),
  provider_id uuid NOT NULL REFERENCES providers.providers,
  read_at timestamptz NOT NULL
);

-- The provider's half of each pair of seeds: its hash as shown before the first bet, its seed once both companies revealed theirs.
ALTER TABLE providers.seeds
  ADD COLUMN provider_hash text CHECK (length(provider_hash) = 64),
  ADD COLUMN provider_seed text CHECK (length(provider_seed) = 64);

-- Up to which round (by its end) records have been read from a provider.
CREATE TABLE providers.records_read (
  provider_id uuid PRIMARY KEY REFERENCES providers.providers,
  closed_at timestamptz NOT NULL,
  round uuid NOT NULL
);
