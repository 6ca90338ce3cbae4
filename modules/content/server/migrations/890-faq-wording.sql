-- phase: expand
-- Version 3 of the FAQ: Kazakh names currencies, the verifier and the address book as a native speaker would, Russian has one word for RTP.
-- Where operators have begun a version of their own, that one is theirs to correct.
INSERT INTO content.versions (kind, key, version, bodies, hash, material, summary, author, created_at, state, published_at)
SELECT kind, key, 3,
  bodies || jsonb_build_object(
    'kz', replace(replace(replace(bodies ->> 'kz',
      'рубльмен СБП, теңгемен Kaspi аударымы, рупимен UPI, еуромен банк шотынан төлеу',
      'рубльде — СБП, теңгеде — Kaspi аударымы, рупияда — UPI, еурода — банк шотынан төлеу'),
      'Мұны біз жариялаған верификатормен терминалдан да жасауға болады.',
      'Мұны біз жариялаған тексеру бағдарламасымен терминалда да жасауға болады.'),
      'мекенжай кітабы бар', 'мекенжай кітапшасы бар'),
    'ru', replace(replace(bodies ->> 'ru',
      'У каждой игры указан возврат игроку.', 'У каждой игры указана отдача (RTP).'),
      'с помощью верификатора, который мы публикуем', 'с помощью программы проверки, которую мы публикуем')),
  '\x8990d01646429223fc529dca6e2b6221fc0bb6616ed8fa7bc6c95881305de7b7', false, 'Wording in Kazakh and Russian', 'Fairhouse', '2026-11-29T12:00:00Z', 'published', '2026-11-29T12:00:00Z'
FROM content.versions
WHERE kind = 'faq' AND key = 'faq' AND version = 2 AND author = 'Fairhouse'
  AND NOT EXISTS (SELECT FROM content.versions WHERE kind = 'faq' AND key = 'faq' AND version > 2);

UPDATE content.documents d SET live = 3, live_since = '2026-11-29T12:00:00Z'
WHERE kind = 'faq' AND key = 'faq' AND live = 2
  AND EXISTS (SELECT FROM content.versions v WHERE v.kind = d.kind AND v.key = d.key AND v.version = 3 AND v.author = 'Fairhouse');

INSERT INTO content.moves (kind, key, number, from_version, to_version, how, by_name, at)
SELECT d.kind, d.key, 1 + (SELECT max(number) FROM content.moves m WHERE m.kind = d.kind AND m.key = d.key), 2, 3, 'published', 'Fairhouse', d.live_since
FROM content.documents d
WHERE d.kind = 'faq' AND d.key = 'faq' AND d.live = 3 AND d.live_since = '2026-11-29T12:00:00Z';
