-- What is offered: free rounds of one game at one stake (micro-units).
CREATE TABLE free_spins.campaigns (
  id uuid PRIMARY KEY,
  game_id text NOT NULL,
  game_slug text NOT NULL,
  game_title text NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  bet bigint NOT NULL CHECK (bet > 0),
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  expires_at timestamptz NOT NULL
);

-- A player's part of a campaign, at most one.
CREATE TABLE free_spins.grants (
  id uuid PRIMARY KEY,
  campaign_id uuid NOT NULL REFERENCES free_spins.campaigns,
  player_id uuid NOT NULL,
  spins_left integer NOT NULL CHECK (spins_left >= 0),
  cancelled_at timestamptz,
  granted_at timestamptz NOT NULL,
  UNIQUE (player_id, campaign_id)
);
