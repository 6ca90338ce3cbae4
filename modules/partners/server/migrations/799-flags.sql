-- phase: expand
-- What looks wrong about a partner's players. `key` is what it is about (an hour, a month, a means of payment): one flag for the same.
CREATE TABLE partners.flags (
  id uuid PRIMARY KEY,
  partner_id uuid NOT NULL REFERENCES partners.partners (id),
  kind text NOT NULL CHECK (kind IN ('partner_address', 'shared_instrument', 'burst', 'minimum_deposits')),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
  evidence jsonb NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'dismissed', 'confirmed')),
  raised_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by text,
  reason text,
  UNIQUE (partner_id, kind, key),
  CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE INDEX flags_open ON partners.flags (partner_id) WHERE state = 'open';

-- While a flag is open, what is paid once for these players is held; after it was confirmed it is refused.
CREATE TABLE partners.flagged_players (
  player_id uuid NOT NULL,
  flag_id uuid NOT NULL REFERENCES partners.flags (id),
  PRIMARY KEY (player_id, flag_id)
);
CREATE INDEX flagged_players_flag ON partners.flagged_players (flag_id);
