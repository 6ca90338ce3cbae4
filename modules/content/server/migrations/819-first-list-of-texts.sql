-- phase: expand
INSERT INTO content.documents (kind, key) VALUES ('texts', 'texts');
INSERT INTO content.versions (kind, key, version, bodies, hash, material, summary, author, created_at, state, published_at)
SELECT 'texts', 'texts', 1, bodies,
  sha256(convert_to('{"bodies":{"en":' || to_json(note) || ',"kz":' || to_json(note) || ',"ru":' || to_json(note) || '},"ends_at":null,"placement":null}', 'UTF8')),
  false, 'No text differs from those of the release', 'Fairhouse', now(), 'published', now()
FROM (SELECT note, jsonb_build_object('en', note, 'kz', note, 'ru', note) AS bodies
  FROM (SELECT E'# Texts that differ from those of the release\n' AS note) AS first) AS first_version;
INSERT INTO content.moves (kind, key, number, from_version, to_version, how, by_name, at)
VALUES ('texts', 'texts', 1, NULL, 1, 'published', 'Fairhouse', now());
UPDATE content.documents SET live = 1, live_since = now() WHERE kind = 'texts';
