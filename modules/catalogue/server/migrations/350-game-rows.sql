-- Similarity of words for the search; trusted, so that the owner of a database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

DROP INDEX catalogue.games_by_title;
ALTER TABLE catalogue.games
  ADD COLUMN title_ru text,
  ADD COLUMN title_kk text,
  ADD COLUMN level smallint CHECK (level BETWEEN 1 AND 5),
  -- RTP of each mode in hundredths of a percent, `buy` the price in stakes: [{"mode", "rtp", "buy"}]. `rtp` is that of `base`.
  ADD COLUMN modes jsonb NOT NULL DEFAULT '[]',
  -- Hundredths of a percent.
  ADD COLUMN hit_rate integer CHECK (hit_rate BETWEEN 1 AND 10000),
  -- The largest win occurs once in so many rounds.
  ADD COLUMN max_win_odds bigint CHECK (max_win_odds > 0),
  ADD COLUMN lines integer CHECK (lines > 0),
  ADD COLUMN ways integer CHECK (ways > 0),
  -- The provider's stakes by currency, rising, in major units. The operator's limits narrow them: {"EUR": {"min", "max"}}.
  ADD COLUMN stakes jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN limits jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN has_phone boolean NOT NULL DEFAULT true,
  ADD COLUMN has_jackpot boolean NOT NULL DEFAULT false,
  ADD COLUMN categories text[] NOT NULL DEFAULT '{}',
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
  -- Pictures by what they show (tile, scene, logo): hashes of catalogue.pictures.
  ADD COLUMN art jsonb NOT NULL DEFAULT '{}',
  -- SHA-256 of the verifier module; null where rounds cannot be proven.
  ADD COLUMN maths text CHECK (maths ~ '^[0-9a-f]{64}$'),
  -- The operator's place in the popular list; null: by players.
  ADD COLUMN rank integer CHECK (rank BETWEEN 1 AND 9999),
  ADD COLUMN badge text CHECK (badge IN ('new', 'hot', 'exclusive', 'jackpot')),
  -- Null: everywhere, every currency that has stakes, every region profile.
  ADD COLUMN countries text[],
  ADD COLUMN blocked_countries text[] NOT NULL DEFAULT '{}',
  ADD COLUMN currencies text[],
  ADD COLUMN profiles text[],
  ADD COLUMN state text NOT NULL DEFAULT 'listed' CHECK (state IN ('listed', 'hidden', 'maintenance', 'disabled')),
  -- For players, of `disabled`: retired, provider, legal.
  ADD COLUMN state_reason text CHECK (state_reason IN ('retired', 'provider', 'legal')),
  ADD COLUMN maintenance_until timestamptz,
  -- Players of the last 7 days without test players, counted by a job.
  ADD COLUMN players_7d integer NOT NULL DEFAULT 0,
  -- Titles and provider, folded to Latin letters (shared/fold.ts).
  ADD COLUMN search text NOT NULL DEFAULT '';

UPDATE catalogue.games SET title_ru = title, title_kk = title, state = CASE WHEN is_listed THEN 'listed' ELSE 'hidden' END,
  level = CASE volatility WHEN 'low' THEN 2 WHEN 'medium' THEN 3 WHEN 'high' THEN 4 END,
  search = lower(title || ' ' || (SELECT p.title FROM catalogue.providers p WHERE p.id = provider_id));
ALTER TABLE catalogue.games DROP COLUMN volatility, DROP COLUMN is_listed;
ALTER TABLE catalogue.games RENAME COLUMN level TO volatility;
ALTER TABLE catalogue.games ALTER COLUMN title_ru SET NOT NULL, ALTER COLUMN title_kk SET NOT NULL,
  ADD CHECK (length(title_ru) BETWEEN 1 AND 80), ADD CHECK (length(title_kk) BETWEEN 1 AND 80),
  ADD CHECK ((state = 'maintenance') >= (maintenance_until IS NOT NULL)),
  ADD CHECK ((state = 'disabled') = (state_reason IS NOT NULL));

CREATE INDEX games_listed ON catalogue.games (kind, title, id) WHERE state <> 'hidden';
CREATE INDEX games_search ON catalogue.games USING gin (search public.gin_trgm_ops);

-- Rows that may be what was typed: for each word a similar stretch. Two letters in the wrong order leave a word of five a similarity
-- of 0.2. Which rows are found is decided by the edit distance (shared/match.ts).
SELECT public.show_limit();
CREATE FUNCTION catalogue.candidates(wanted_kind text, words text[]) RETURNS TABLE (id uuid, search text)
LANGUAGE sql STABLE SET search_path = public, pg_temp SET pg_trgm.word_similarity_threshold = 0.15 AS $$
  SELECT g.id, g.search FROM catalogue.games g
  WHERE g.kind = wanted_kind AND g.state <> 'hidden' AND words[1] <% g.search
    AND NOT EXISTS (SELECT FROM unnest(words[2:]) word WHERE NOT word <% g.search)
$$;

-- Pictures of games, copied from their providers: a hash names the same bytes for ever.
CREATE TABLE catalogue.pictures (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  type text NOT NULL CHECK (type IN ('image/svg+xml', 'image/webp', 'image/png', 'image/avif')),
  bytes bytea NOT NULL CHECK (length(bytes) BETWEEN 1 AND 307200)
);

CREATE TABLE catalogue.favourites (
  player_id uuid NOT NULL,
  game_id uuid NOT NULL REFERENCES catalogue.games ON DELETE CASCADE,
  marked_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, game_id)
);
CREATE TABLE catalogue.recent (
  player_id uuid NOT NULL,
  game_id uuid NOT NULL REFERENCES catalogue.games ON DELETE CASCADE,
  played_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, game_id)
);
-- Who opened a game for money on which day (UTC): kept for the 7 days that popularity looks back, and one more.
CREATE TABLE catalogue.plays (
  day date NOT NULL,
  game_id uuid NOT NULL REFERENCES catalogue.games ON DELETE CASCADE,
  player_id uuid NOT NULL,
  PRIMARY KEY (day, game_id, player_id)
);
