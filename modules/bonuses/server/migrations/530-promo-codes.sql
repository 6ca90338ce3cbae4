-- A campaign that is claimed with a code only is not among the offers.
ALTER TABLE bonuses.campaigns ADD COLUMN by_code boolean NOT NULL DEFAULT false;

-- Codes are stored as keyed hashes of their folded text: a copy of this table gives none away.
CREATE TABLE bonuses.promo_codes (
  digest bytea PRIMARY KEY CHECK (length(digest) = 32),
  campaign_id uuid NOT NULL REFERENCES bonuses.campaigns,
  -- The word of a code for many, as it was made; of single-use codes null.
  word text,
  uses integer NOT NULL CHECK (uses > 0),
  used integer NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND uses),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX promo_codes_campaign ON bonuses.promo_codes (campaign_id);

-- Codes tried by a player and from an address, within an hour from the first. A code that is accepted is not counted.
CREATE TABLE bonuses.code_attempts (
  who text PRIMARY KEY,
  since timestamptz NOT NULL,
  tried integer NOT NULL CHECK (tried >= 0)
);
