-- Selections that players passed on. The code is computed from them, so that the same selections always have the same one; nobody's name is kept.
CREATE TABLE betting.shares (
  code text PRIMARY KEY,
  -- [[event, market, spec, outcome], ...] as JSON text
  legs text NOT NULL,
  -- When it was asked for last
  made timestamptz NOT NULL
);
CREATE INDEX shares_made ON betting.shares (made);
