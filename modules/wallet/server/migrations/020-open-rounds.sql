-- Rounds that are played in steps. `opening` is what such a round showed when it began, `journal` what happened in it, one JSON
-- text a step: {key, choice, shown}. Both are public facts; what later steps would show is never written.
ALTER TABLE wallet.bets
  ADD COLUMN opening text,
  ADD COLUMN journal text[],
  ADD CHECK (opening IS NULL OR nonce IS NOT NULL),
  ADD CHECK ((opening IS NOT NULL AND status <> 0) = (journal IS NOT NULL));

-- The rounds that are being played: at most one a player and game. The row is made in the statement that takes the stake and
-- removed in the one that ends the bet, and the length of its journal is what every step and every end compares with, so that of
-- two at once only one can happen. Updated in place (HOT): no column beside the key is indexed.
CREATE TABLE wallet.open_rounds (
  player_id uuid NOT NULL,
  game smallint NOT NULL,
  key uuid NOT NULL,
  journal text[] NOT NULL DEFAULT '{}',
  touched_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, game)
) WITH (fillfactor = 50);
