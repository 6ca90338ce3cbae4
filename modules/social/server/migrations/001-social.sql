-- Who is whom: a person at a company is one player, and a player has one person of each company.
CREATE TABLE social.links (
  provider text NOT NULL CHECK (provider IN ('google', 'vk', 'yandex', 'telegram')),
  -- The company's own name of the person, which never changes; an e-mail would.
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  player_id uuid NOT NULL,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (provider, subject),
  CONSTRAINT links_player UNIQUE (player_id, provider)
);

-- A sign-in under way. Found by its state, taken only by the browser that began it, once. Nonce and PKCE verifier are computed.
CREATE TABLE social.attempts (
  state_hash bytea PRIMARY KEY CHECK (length(state_hash) = 32),
  browser_hash bytea NOT NULL CHECK (length(browser_hash) = 32),
  provider text NOT NULL,
  origin text NOT NULL,
  -- The player who links; null for a sign-in.
  player_id uuid,
  currency text,
  expires_at timestamptz NOT NULL,
  -- open: the window is at the company. answered: its answer was taken. first: somebody new, who has yet to agree. done.
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'answered', 'first', 'done')),
  subject text,
  -- Verified at the company; otherwise null.
  email text,
  CHECK ((status = 'first') <= (subject IS NOT NULL))
);
CREATE INDEX attempts_expiry ON social.attempts (expires_at);
