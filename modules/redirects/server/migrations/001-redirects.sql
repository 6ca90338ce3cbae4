-- `path` without language; `target` another path, or an https address elsewhere.
CREATE TABLE redirects.redirects (
  path text PRIMARY KEY CHECK (path ~ '^/' AND length(path) <= 500),
  target text NOT NULL CHECK ((target ~ '^/[^/\\]' OR target = '/' OR target ~ '^https://') AND length(target) <= 1000),
  set_at timestamptz NOT NULL,
  CHECK (path <> target)
);
