-- phase: expand
-- The country of an account, dated: the one that the connection came from at the registration, then each correction by a document. A row is never changed.
CREATE TABLE accounts.countries (
  player_id uuid NOT NULL REFERENCES accounts.players,
  number bigint GENERATED ALWAYS AS IDENTITY,
  since timestamptz NOT NULL,
  country text COLLATE "C" NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  source text COLLATE "C" NOT NULL CHECK (source IN ('registration', 'document')),
  PRIMARY KEY (player_id, since, number)
);
