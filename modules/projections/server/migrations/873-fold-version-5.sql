-- phase: expand
-- Where nothing is folded yet, what follows is folded by version 5, which knows first deposits.
UPDATE projections.runs SET version = 5 WHERE projection = 'player_game_days' AND NOT EXISTS (SELECT FROM projections.positions);
