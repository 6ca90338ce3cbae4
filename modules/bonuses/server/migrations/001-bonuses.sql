-- What a player was given. Money in micro-units. One bonus is wagered at a time; the others wait.
CREATE TABLE bonuses.bonuses (
  id uuid PRIMARY KEY,
  player_id uuid NOT NULL,
  -- {"ru": ..., "en": ..., "kz": ...}
  name jsonb NOT NULL CHECK (name ?& ARRAY['ru', 'en', 'kz']),
  kind text NOT NULL CHECK (kind IN ('registration', 'deposit', 'promo', 'cashback', 'rakeback', 'reload', 'manual')),
  region text CHECK (region IN ('KZ', 'RU')),
  status text NOT NULL CHECK (status IN ('waiting', 'active', 'wagered', 'expired', 'cancelled')),
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  percent integer CHECK (percent > 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  wagered bigint NOT NULL DEFAULT 0 CHECK (wagered >= 0),
  wager_target bigint NOT NULL CHECK (wager_target >= 0),
  created_at timestamptz NOT NULL,
  expires_at timestamptz
);
CREATE INDEX bonuses_player ON bonuses.bonuses (player_id, created_at DESC);
CREATE UNIQUE INDEX bonuses_one_active ON bonuses.bonuses (player_id) WHERE status = 'active';
