-- The prizes of the wheel, version by version. A version is in force from its first day (days since 1970, UTC) until that of a later one;
-- it is never edited. `configuration` is the canonical JSON that was hashed. The first one is the default and has no request.
CREATE TABLE wheel.versions (
  number integer PRIMARY KEY CHECK (number > 0),
  version text COLLATE "C" NOT NULL UNIQUE CHECK (version = 'wheel-' || number),
  from_day integer NOT NULL CHECK (from_day >= 0),
  configuration text NOT NULL CHECK (configuration IS JSON OBJECT AND configuration::jsonb ->> 'version' = version),
  config_hash bytea NOT NULL CHECK (config_hash = sha256(convert_to(configuration, 'UTF8'))),
  request_id uuid UNIQUE,
  asked_by text,
  approved_by text,
  published_at timestamptz,
  CHECK ((number = 1) = (request_id IS NULL)),
  CHECK (num_nulls(request_id, asked_by, approved_by, published_at) IN (0, 4)),
  CHECK (asked_by <> approved_by)
);
CREATE FUNCTION wheel.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'published prizes are final: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON wheel.versions FOR EACH ROW EXECUTE FUNCTION wheel.refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON wheel.versions FOR EACH STATEMENT EXECUTE FUNCTION wheel.refuse();
REVOKE UPDATE, DELETE, TRUNCATE ON wheel.versions FROM PUBLIC;

INSERT INTO wheel.versions (number, version, from_day, configuration, config_hash)
SELECT 1, 'wheel-1', 0, c, sha256(convert_to(c, 'UTF8')) FROM (VALUES (
  '{"prizes":[{"odds":10000,"of":100},{"odds":40000,"of":50},{"odds":150000,"of":20},{"odds":300000,"of":10},{"odds":500000,"of":5}],"tickets":1000000,"top":{"EUR":10000,"INR":1000000,"KZT":5000000,"RUB":1000000,"USD":10000},"version":"wheel-1"}'
)) AS first(c);

-- Turns made so far are of the first version.
ALTER TABLE wheel.spins ADD FOREIGN KEY (rules_version) REFERENCES wheel.versions (version);
