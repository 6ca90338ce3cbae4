-- phase: contract
-- Searches run over rows in memory. The previous version calls neither.
DROP FUNCTION catalogue.candidates(text, text[]);
DROP INDEX catalogue.games_search;
