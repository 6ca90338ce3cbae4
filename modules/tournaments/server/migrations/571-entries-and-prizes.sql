-- Tournaments are drafted, published, frozen, paid. Until the end upcoming and active follow from the times.
DROP TABLE tournaments.scores;
ALTER TABLE tournaments.tournaments
  ADD COLUMN state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'published', 'review', 'paid', 'finished', 'cancelled')),
  -- A round with a smaller real stake counts nothing. In the tournament's currency.
  ADD COLUMN min_stake bigint NOT NULL DEFAULT 0 CHECK (min_stake >= 0),
  -- Of `points`: game -> points for one unit of currency at risk.
  ADD COLUMN points jsonb NOT NULL DEFAULT '{}',
  -- Dollars for one unit of each currency, fixed when it begins.
  ADD COLUMN rates jsonb,
  ADD COLUMN created_by text NOT NULL DEFAULT '',
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT '-infinity',
  ADD COLUMN published_by text,
  -- SHA-256 of the frozen ranks.
  ADD COLUMN ranks_hash bytea CHECK (length(ranks_hash) = 32),
  ADD COLUMN review_until timestamptz,
  ADD CHECK ((state IN ('review', 'paid', 'finished')) = (ranks_hash IS NOT NULL)),
  ADD CHECK ((ranks_hash IS NULL) = (review_until IS NULL));
CREATE INDEX tournaments_due ON tournaments.tournaments (ends_at) WHERE state IN ('published', 'review', 'paid');

-- Who takes part, with the score so far: micro-units, ten-thousandths of a multiplier, or millionths of a point.
CREATE TABLE tournaments.entries (
  tournament_id uuid NOT NULL REFERENCES tournaments.tournaments,
  player_id uuid NOT NULL,
  joined_at timestamptz NOT NULL,
  score bigint NOT NULL DEFAULT 0 CHECK (score >= 0),
  reached_at timestamptz,
  -- The score without the last shared round: its bets may end one after the other, and count together.
  rest_score bigint NOT NULL DEFAULT 0 CHECK (rest_score >= 0),
  rest_reached_at timestamptz,
  round jsonb,
  PRIMARY KEY (tournament_id, player_id),
  CHECK ((score > 0) = (reached_at IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX entries_board ON tournaments.entries (tournament_id, score DESC, reached_at, player_id) WHERE score > 0;
CREATE INDEX entries_player ON tournaments.entries (player_id);

-- Of each wallet, the number of its last transfer that is in the score.
CREATE TABLE tournaments.positions (
  tournament_id uuid NOT NULL,
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  seq bigint NOT NULL CHECK (seq >= 0),
  PRIMARY KEY (tournament_id, player_id, currency)
) WITH (fillfactor = 70);

-- The final ranks, recomputed from bets.
CREATE TABLE tournaments.ranks (
  tournament_id uuid NOT NULL REFERENCES tournaments.tournaments,
  place integer NOT NULL CHECK (place > 0),
  player_id uuid NOT NULL,
  score bigint NOT NULL CHECK (score > 0),
  reached_at timestamptz NOT NULL,
  PRIMARY KEY (tournament_id, place),
  UNIQUE (tournament_id, player_id)
);

-- Paid prizes, each once: the reference of the movement is UUIDv5 of the place under the tournament's id.
CREATE TABLE tournaments.prizes (
  tournament_id uuid NOT NULL REFERENCES tournaments.tournaments,
  place integer NOT NULL CHECK (place > 0),
  player_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  amount bigint NOT NULL CHECK (amount > 0),
  reference uuid NOT NULL UNIQUE,
  paid_at timestamptz NOT NULL,
  PRIMARY KEY (tournament_id, place)
);
CREATE INDEX prizes_player ON tournaments.prizes (player_id);
