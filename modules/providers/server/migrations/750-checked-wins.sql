-- Big wins as they were recomputed before a payout of their player: found once, repeated only while they cannot be recomputed.
CREATE TABLE providers.checked_wins (
  player_id uuid NOT NULL,
  -- As in wallet.provider_rounds.
  round uuid NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('matches', 'differs', 'unproven')),
  -- The steps that differ, or why nothing could be computed.
  found text[] NOT NULL,
  checked_at timestamptz NOT NULL,
  -- The last payout that waits for operators because of it.
  payout_id uuid,
  -- When operators released that payout: the win holds no other one.
  accepted_at timestamptz CHECK (accepted_at IS NULL OR payout_id IS NOT NULL),
  PRIMARY KEY (player_id, round)
);
CREATE INDEX checked_wins_payout ON providers.checked_wins (payout_id) WHERE payout_id IS NOT NULL;
