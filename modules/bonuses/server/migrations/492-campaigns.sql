-- What is offered: drafted by one operator, activated (over a sum by two), paused at any time. Terms of an activated one never change.
CREATE TABLE bonuses.campaigns (
  id uuid PRIMARY KEY,
  name jsonb NOT NULL CHECK (name ?& ARRAY['ru', 'en', 'kz']),
  -- A share of a deposit, or an amount for claiming it.
  kind text NOT NULL CHECK (kind IN ('deposit', 'manual')),
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  percent integer CHECK (percent BETWEEN 1 AND 500),
  -- The most that one player gets; of a gift, what they get.
  amount bigint NOT NULL CHECK (amount > 0),
  min_deposit bigint CHECK (min_deposit > 0),
  wager integer NOT NULL CHECK (wager BETWEEN 1 AND 25),
  -- From its start until it expires.
  hours integer NOT NULL CHECK (hours BETWEEN 1 AND 2160),
  -- What it may give in all; every claim holds its most.
  budget bigint NOT NULL CHECK (budget > 0),
  held bigint NOT NULL DEFAULT 0 CHECK (held BETWEEN 0 AND budget),
  ends_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'active', 'paused')),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  activated_by text,
  CHECK ((kind = 'deposit') = (percent IS NOT NULL)),
  CHECK ((kind = 'deposit') = (min_deposit IS NOT NULL)),
  CHECK ((state = 'draft') = (activated_by IS NULL))
);
CREATE INDEX campaigns_active ON bonuses.campaigns (currency) WHERE state = 'active';

ALTER TABLE bonuses.bonuses DROP CONSTRAINT bonuses_status_check;
ALTER TABLE bonuses.bonuses
  ADD CONSTRAINT bonuses_status_check
    CHECK (status IN ('waiting', 'active', 'wagered', 'completed', 'lost', 'expired', 'cancelled', 'forfeited')),
  ADD COLUMN campaign_id uuid REFERENCES bonuses.campaigns,
  ADD COLUMN wager integer,
  ADD COLUMN hours integer,
  ADD COLUMN min_deposit bigint,
  ADD COLUMN max_bet bigint,
  -- What it gives, once its condition is met: until then it waits for a deposit, from then on for its turn.
  ADD COLUMN funded bigint CHECK (funded > 0),
  ADD COLUMN funded_at timestamptz,
  ADD COLUMN started_at timestamptz,
  ADD COLUMN ended_at timestamptz,
  -- What became the player's real money when it was completed.
  ADD COLUMN released bigint NOT NULL DEFAULT 0 CHECK (released >= 0),
  ADD CHECK (released = 0 OR status = 'completed');
-- A campaign is claimed once by each player.
CREATE UNIQUE INDEX bonuses_of_campaign ON bonuses.bonuses (player_id, campaign_id) WHERE campaign_id IS NOT NULL;
CREATE INDEX bonuses_funded ON bonuses.bonuses (player_id, created_at) WHERE status = 'waiting' AND funded IS NOT NULL;
CREATE INDEX bonuses_waiting_until ON bonuses.bonuses (expires_at) WHERE status = 'waiting';
