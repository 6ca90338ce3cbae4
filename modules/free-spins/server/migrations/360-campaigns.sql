-- Campaigns are created in the back office; a grant is announced to the provider, and its rounds are counted by the wallet
-- (wallet.free_rounds). Nothing in the product has written these tables before.
DROP TABLE free_spins.grants;
DROP TABLE free_spins.campaigns;

CREATE TABLE free_spins.campaigns (
  id uuid PRIMARY KEY,
  title text NOT NULL,
  provider_id uuid NOT NULL,
  game_slug text NOT NULL,
  -- In every language, as the provider's manifest had it.
  game_titles jsonb NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  -- The stake of each round in micro-units, and as the manifest lists it.
  bet bigint NOT NULL CHECK (bet > 0),
  listed_bet text NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  -- Micro-units: the stakes of all granted rounds together stay within the cap. The row's lock decides which grant fits.
  cost_cap bigint NOT NULL CHECK (cost_cap > 0),
  granted bigint NOT NULL DEFAULT 0 CHECK (granted >= 0 AND granted <= cost_cap),
  expires_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'open', 'cancelled')),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  opened_by text,
  opened_at timestamptz,
  cancelled_at timestamptz,
  CHECK ((state = 'cancelled') = (cancelled_at IS NOT NULL)),
  CHECK (granted = 0 OR opened_at IS NOT NULL)
);
CREATE INDEX campaigns_newest ON free_spins.campaigns (created_at DESC);

-- A player's part of a campaign, at most one, and what the provider has confirmed of it. `due_at` is when it is told (again).
-- confirmed: nothing (not announced yet), granted, cancelled, refused (the provider does not offer it), lapsed (expired unannounced).
CREATE TABLE free_spins.grants (
  id uuid PRIMARY KEY,
  campaign_id uuid NOT NULL REFERENCES free_spins.campaigns,
  player_id uuid NOT NULL,
  granted_at timestamptz NOT NULL,
  granted_by text NOT NULL,
  -- Cancelled by the player or by an operator.
  ended_at timestamptz,
  confirmed text NOT NULL DEFAULT 'nothing' CHECK (confirmed IN ('nothing', 'granted', 'cancelled', 'refused', 'lapsed')),
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz,
  UNIQUE (player_id, campaign_id)
);
CREATE INDEX grants_due ON free_spins.grants (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX grants_of_campaign ON free_spins.grants (campaign_id, granted_at, id);
