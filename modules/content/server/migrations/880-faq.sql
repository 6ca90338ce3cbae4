-- phase: expand
-- Version 2 of the FAQ: it names the button for practice as the pages do (kk), and explains an open quote more clearly (ru). Where operators
-- have begun a version of their own, that one is theirs to correct.
INSERT INTO content.versions (kind, key, version, bodies, hash, material, summary, author, created_at, state, published_at)
SELECT kind, key, 2,
  bodies || jsonb_build_object(
    'kz', replace(bodies ->> 'kz', 'Кірген болсаңыз, ақшасыз ойынды таңдаңыз: ережесі сол, баланс өзгермейді.',
      'Кірген болсаңыз, «Жаттығу» түймесін басыңыз: ережесі сол, ақша қажет емес, баланс өзгермейді.'),
    'ru', replace(bodies ->> 'ru', 'Открыто может быть только одно. Если до подтверждения курс ушёл слишком далеко, обмена не будет и вы получите новое предложение.',
      'Одновременно действует только одно предложение. Если курс за это время сильно изменился, обмена не будет и вы получите новое предложение.')),
  '\x6daf0d13fff5f9e8ea122793d42d91577e8495cc145c8434f489b8be68a47393', false, 'Names the practice button as the pages do', 'Fairhouse', '2026-11-28T12:00:00Z', 'published', '2026-11-28T12:00:00Z'
FROM content.versions
WHERE kind = 'faq' AND key = 'faq' AND version = 1 AND NOT EXISTS (SELECT FROM content.versions WHERE kind = 'faq' AND key = 'faq' AND version > 1);

UPDATE content.documents d SET live = 2, live_since = '2026-11-28T12:00:00Z'
WHERE kind = 'faq' AND key = 'faq' AND live = 1
  AND EXISTS (SELECT FROM content.versions v WHERE v.kind = d.kind AND v.key = d.key AND v.version = 2 AND v.author = 'Fairhouse');

INSERT INTO content.moves (kind, key, number, from_version, to_version, how, by_name, at)
SELECT d.kind, d.key, 1 + (SELECT max(number) FROM content.moves m WHERE m.kind = d.kind AND m.key = d.key), 1, 2, 'published', 'Fairhouse', d.live_since
FROM content.documents d
WHERE d.kind = 'faq' AND d.key = 'faq' AND d.live = 2 AND d.live_since = '2026-11-28T12:00:00Z';
