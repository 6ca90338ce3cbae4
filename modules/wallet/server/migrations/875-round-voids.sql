-- phase: expand
-- Settled rounds of providers that two operators voided: what went back to the player, and what was taken back of the wins. The bets stay as
-- they ended, with `voided` in their outcome.
CREATE TABLE wallet.round_voids (
  player_id uuid NOT NULL,
  round uuid NOT NULL,
  -- The approved request.
  request_id uuid NOT NULL,
  game smallint NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  returned bigint NOT NULL CHECK (returned >= 0),
  -- With what the player owes of it.
  taken bigint NOT NULL CHECK (taken >= 0),
  owed bigint NOT NULL CHECK (owed BETWEEN 0 AND taken),
  at timestamptz NOT NULL,
  PRIMARY KEY (player_id, round)
);
ALTER TABLE wallet.provider_rounds ADD COLUMN voided_at timestamptz;
