-- What belongs to a host name of the house. A row of the main host is optional and carries its addresses only; every other
-- row makes its name a mirror.
CREATE TABLE mirrors.hosts (
  hostname text PRIMARY KEY CHECK (hostname ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$'),
  meta_yandex_verification text,
  revshare_service_frontend_url text,
  telegram_channel_url text,
  registered_at timestamptz NOT NULL
);

-- Single-use secrets of the sign-on, by SHA-256. `token`: signs in on the mirror, for the browser that knows the bytes behind
-- `state`. `grant`: opens a session on the main host, for the address that has just signed in on the mirror.
CREATE TABLE mirrors.sign_ons (
  hash bytea PRIMARY KEY CHECK (length(hash) = 32),
  kind text NOT NULL CHECK (kind IN ('token', 'grant')),
  player_id uuid NOT NULL,
  hostname text NOT NULL,
  state bytea,
  ip text,
  expires_at timestamptz NOT NULL,
  CHECK ((kind = 'token') = (state IS NOT NULL)),
  CHECK ((kind = 'grant') = (ip IS NOT NULL))
);
CREATE INDEX sign_ons_expiry ON mirrors.sign_ons (expires_at);

-- What players' browsers found when they probed the mirrors, summed up by day (UTC).
CREATE TABLE mirrors.reachability (
  hostname text NOT NULL,
  day date NOT NULL,
  reached bigint NOT NULL,
  failed bigint NOT NULL,
  total_ms bigint NOT NULL,
  PRIMARY KEY (hostname, day)
);
