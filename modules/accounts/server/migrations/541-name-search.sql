-- Operators search players by a part of the name: from three letters on by trigrams, of which a search by shorter parts reads few pages
-- because it stops at the first forty players. CREATE EXTENSION is in the catalogue's migration as well.
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE INDEX players_name_parts ON accounts.players USING gin (lower(name) public.gin_trgm_ops);
