-- Every state of a canned reply, also of deleted ones; the last one is what is used.
CREATE TABLE support.canned_versions (
  canned_id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  shortcut text NOT NULL,
  locale text NOT NULL,
  title text NOT NULL,
  text text NOT NULL,
  removed boolean NOT NULL,
  by_name text NOT NULL,
  at timestamptz NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (canned_id, version)
);

ALTER TABLE support.canned ADD COLUMN version integer NOT NULL DEFAULT 1;

INSERT INTO support.canned_versions (canned_id, version, shortcut, locale, title, text, removed, by_name, at, reason)
SELECT id, 1, shortcut, locale, title, text, false, 'Fairhouse', now(), 'As before versions' FROM support.canned;
