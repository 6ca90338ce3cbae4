-- phase: expand
-- Rounds that were promised before they are given: a welcome pack reserves those of its players. The holder is the bonus campaign that gives them.
ALTER TABLE free_spins.campaigns ADD COLUMN reserved bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT campaigns_reserved CHECK (reserved >= 0 AND granted + reserved <= cost_cap) NOT VALID;

CREATE TABLE free_spins.reservations (
  campaign_id uuid NOT NULL REFERENCES free_spins.campaigns,
  holder uuid NOT NULL,
  -- Micro-units: the stakes of the rounds.
  value bigint NOT NULL CHECK (value > 0),
  PRIMARY KEY (campaign_id, holder)
);
