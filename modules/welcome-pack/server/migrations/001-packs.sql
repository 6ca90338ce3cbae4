-- Packs by region; a switched-off one is kept for those who began it.
CREATE TABLE welcome_pack.packs (
  id uuid PRIMARY KEY,
  -- {"ru": ..., "en": ..., "kz": ...}
  public_title jsonb NOT NULL CHECK (public_title ?& ARRAY['ru', 'en', 'kz']),
  -- NULL: everywhere.
  region text CHECK (region IN ('KZ', 'RU')),
  position integer NOT NULL DEFAULT 0,
  is_open boolean NOT NULL DEFAULT false
);

-- Money in micro-units.
CREATE TABLE welcome_pack.steps (
  pack_id uuid NOT NULL REFERENCES welcome_pack.packs,
  step integer NOT NULL CHECK (step > 0),
  kind text NOT NULL CHECK (kind IN ('deposit_bonus', 'free_spins')),
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  percent integer CHECK (percent > 0),
  max_amount bigint CHECK (max_amount > 0),
  min_deposit bigint CHECK (min_deposit > 0),
  wager integer CHECK (wager > 0),
  spins integer CHECK (spins > 0),
  PRIMARY KEY (pack_id, currency, step),
  CHECK ((kind = 'deposit_bonus') = (percent IS NOT NULL AND max_amount IS NOT NULL AND wager IS NOT NULL)),
  CHECK ((kind = 'free_spins') = (spins IS NOT NULL))
);
