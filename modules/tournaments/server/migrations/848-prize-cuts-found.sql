-- phase: expand
-- transaction: none
-- Each look at a frozen board, and each payment of a prize, asks for the cuts: there are few among many entries.
CREATE INDEX CONCURRENTLY entries_cut ON tournaments.entries (tournament_id, player_id) WHERE prize_most IS NOT NULL;
