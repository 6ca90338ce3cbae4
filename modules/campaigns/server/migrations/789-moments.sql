-- What happened to players that an active campaign waits for, until it has chosen them: written in the transaction of what happened.
CREATE TABLE campaigns.moments (
  campaign_id uuid NOT NULL REFERENCES campaigns.campaigns,
  player_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (campaign_id, player_id)
);
CREATE INDEX moments_at ON campaigns.moments (campaign_id, at);
CREATE INDEX campaigns_of_events ON campaigns.campaigns ((schedule ->> 'on')) WHERE state = 'active' AND schedule ->> 'kind' = 'event';
