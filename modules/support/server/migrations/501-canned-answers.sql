-- Canned answers to begin with; leads change them in the back office.
INSERT INTO support.canned (id, shortcut, locale, title, text) VALUES
  (gen_random_uuid(), 'hello', 'en', 'Greeting', 'Hello! My name is {operator}. I am looking into it now.'),
  (gen_random_uuid(), 'hello', 'ru', 'Приветствие', 'Здравствуйте! Меня зовут {operator}. Сейчас всё проверю.'),
  (gen_random_uuid(), 'hello', 'kz', 'Сәлемдесу', 'Сәлеметсіз бе! Менің атым {operator}. Қазір тексеріп көрейін.'),
  (gen_random_uuid(), 'payout', 'en', 'Status of a withdrawal', '{name}, your withdrawal of {payout.sum} is {payout.status}. You can follow it under Payments, History.'),
  (gen_random_uuid(), 'payout', 'ru', 'Статус вывода', '{name}, статус вашего вывода на {payout.sum}: {payout.status}. Следить за ним можно в разделе «Платежи», «История».'),
  (gen_random_uuid(), 'payout', 'kz', 'Ақша шығару күйі', '{name}, {payout.sum} ақша шығаруыңыздың күйі: {payout.status}. Оны «Төлемдер», «Тарих» бөлімінен бақылай аласыз.'),
  (gen_random_uuid(), 'check', 'en', 'How to check a result', 'You can check every result yourself: open the bet, press "Check", and compare the hash with the one you saw before the bet.'),
  (gen_random_uuid(), 'check', 'ru', 'Как проверить результат', 'Любой результат можно проверить самостоятельно: откройте ставку, нажмите «Проверить» и сравните хеш с тем, который вы видели до ставки.'),
  (gen_random_uuid(), 'check', 'kz', 'Нәтижені қалай тексеруге болады', 'Кез келген нәтижені өзіңіз тексере аласыз: бәс бетін ашып, «Тексеру» түймесін басыңыз да, хешті бәске дейін көргеніңізбен салыстырыңыз.'),
  (gen_random_uuid(), 'limits', 'en', 'Limits and breaks', 'You can set limits on deposits, losses, stakes and time, or take a break: Profile, Limits. A stricter limit applies at once.'),
  (gen_random_uuid(), 'limits', 'ru', 'Лимиты и перерыв', 'Лимиты на пополнения, проигрыш, ставки и время, а также перерыв включаются в разделе «Профиль», «Лимиты». Более строгий лимит действует сразу.'),
  (gen_random_uuid(), 'limits', 'kz', 'Лимиттер мен үзіліс', 'Толықтыру, ұтылыс, бәс және уақыт лимиттерін не үзілісті «Профиль», «Лимиттер» бөлімінде қоюға болады. Қатаңырақ лимит бірден күшіне енеді.');
