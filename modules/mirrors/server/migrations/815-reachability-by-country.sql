-- phase: expand
-- What browsers found, by the country of their address; '' where none is known. It takes the place of mirrors.reachability.
CREATE TABLE mirrors.country_reachability (
  hostname text NOT NULL,
  day date NOT NULL,
  country text COLLATE "C" NOT NULL CHECK (country ~ '^([A-Z]{2})?$'),
  reached bigint NOT NULL,
  failed bigint NOT NULL,
  total_ms bigint NOT NULL,
  PRIMARY KEY (hostname, day, country)
);
INSERT INTO mirrors.country_reachability (hostname, day, country, reached, failed, total_ms)
SELECT hostname, day, '', reached, failed, total_ms FROM mirrors.reachability;

-- What the server itself found: whether a name answers, and until when its certificate is valid.
CREATE TABLE mirrors.checks (
  hostname text PRIMARY KEY,
  checked_at timestamptz NOT NULL,
  fault text CHECK (fault IN ('address', 'certificate', 'answer')),
  -- NULL where names are served without https, or none came.
  certificate_until timestamptz
);
