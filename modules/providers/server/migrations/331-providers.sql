-- Companies whose games take stakes over fwp-1. `number` names their accounts in the ledger (`in play:provider-100`), for ever.
CREATE TABLE providers.providers (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z][a-z0-9-]{1,39}$'),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
  number smallint NOT NULL UNIQUE CHECK (number BETWEEN 100 AND 999),
  -- Where its calls are answered, and the origin of its frames.
  base_url text NOT NULL CHECK (base_url ~ '^https?://[^\s/]+(/[^\s?#]*)?$'),
  frame_origin text NOT NULL CHECK (frame_origin ~ '^https?://[^\s/]+$'),
  is_on boolean NOT NULL DEFAULT false,
  -- Networks its calls may come from; none: any.
  addresses text[] NOT NULL DEFAULT '{}',
  calls_per_second integer NOT NULL DEFAULT 2000 CHECK (calls_per_second BETWEEN 1 AND 100000),
  version integer NOT NULL DEFAULT 1,
  connected_at timestamptz NOT NULL
);

-- At most two are valid at a time. The secret was shown once.
CREATE TABLE providers.keys (
  id text PRIMARY KEY CHECK (id ~ '^k_[a-z0-9]{16}$'),
  provider_id uuid NOT NULL REFERENCES providers.providers,
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);

-- A provider's games as its manifest describes them. `maths` is what an operator has approved; another one in the manifest disables it.
CREATE TABLE providers.games (
  provider_id uuid NOT NULL REFERENCES providers.providers,
  slug text NOT NULL,
  manifest jsonb NOT NULL,
  maths text,
  is_enabled boolean NOT NULL DEFAULT true,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (provider_id, slug)
);

-- Launch tokens: hashes only. One opens one session within 60 s; a repeat of the call that did gets the same response.
CREATE TABLE providers.launches (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  provider_id uuid NOT NULL REFERENCES providers.providers,
  slug text NOT NULL,
  player_id uuid NOT NULL,
  casino_session uuid NOT NULL,
  currency text NOT NULL,
  country text NOT NULL,
  locale text NOT NULL,
  created_at timestamptz NOT NULL,
  used_tx uuid,
  used_hash bytea,
  response text
);
CREATE INDEX launches_by_age ON providers.launches (created_at);

CREATE TABLE providers.sessions (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  provider_id uuid NOT NULL REFERENCES providers.providers,
  slug text NOT NULL,
  player_id uuid NOT NULL,
  casino_session uuid NOT NULL,
  currency text NOT NULL,
  country text NOT NULL,
  opened_at timestamptz NOT NULL,
  ended_at timestamptz,
  replaced_at timestamptz,
  -- Under a profile with a least time between rounds only: the last round and when it began.
  last_round uuid,
  last_round_at timestamptz
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX sessions_live ON providers.sessions (player_id, provider_id, slug) WHERE ended_at IS NULL AND replaced_at IS NULL;
CREATE INDEX sessions_of_casino ON providers.sessions (casino_session) WHERE ended_at IS NULL AND replaced_at IS NULL;

-- The casino's seeds, a row each: the live one and the next of each player and game. Revealed by rotation.
CREATE TABLE providers.seeds (
  player_id uuid NOT NULL,
  provider_id uuid NOT NULL REFERENCES providers.providers,
  slug text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  sealed bytea NOT NULL,
  hash text NOT NULL CHECK (length(hash) = 64),
  created_at timestamptz NOT NULL,
  revealed_at timestamptz,
  PRIMARY KEY (player_id, provider_id, slug, number)
);

-- What the casino asked about rounds that stayed open, and the public record of rounds, kept when the provider is gone.
CREATE TABLE providers.round_checks (
  player_id uuid NOT NULL,
  round uuid NOT NULL,
  asked_at timestamptz,
  finish_at timestamptz,
  answered_at timestamptz,
  PRIMARY KEY (player_id, round)
);
CREATE TABLE providers.records (
  player_id uuid NOT NULL,
  round uuid NOT NULL,
  record jsonb NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, round)
);

-- What somebody has to look at, one row a kind and subject.
CREATE TABLE providers.alarms (
  id uuid PRIMARY KEY,
  provider_id uuid NOT NULL REFERENCES providers.providers,
  kind text NOT NULL,
  subject text NOT NULL,
  facts jsonb NOT NULL,
  count integer NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  closed_at timestamptz,
  UNIQUE (provider_id, kind, subject)
);

-- Up to where statement and books have been compared, and what differs. A difference stays until both sides agree.
CREATE TABLE providers.reconciled (
  provider_id uuid PRIMARY KEY REFERENCES providers.providers,
  until timestamptz NOT NULL
);
CREATE TABLE providers.differences (
  id uuid PRIMARY KEY,
  provider_id uuid NOT NULL REFERENCES providers.providers,
  player_id uuid NOT NULL,
  tx_key uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('missing_here', 'missing_there', 'amount', 'currency', 'state', 'kind')),
  ours jsonb,
  theirs jsonb,
  found_at timestamptz NOT NULL,
  resolved_at timestamptz,
  UNIQUE (provider_id, player_id, tx_key, kind)
);
CREATE INDEX differences_open ON providers.differences (found_at) WHERE resolved_at IS NULL;
