-- A document is a text of the site; what is shown of it is a pointer to one of its versions.
CREATE TABLE content.documents (
  kind text NOT NULL CHECK (kind IN ('policy', 'faq', 'promo', 'banner')),
  key text COLLATE "C" NOT NULL CHECK (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(key) <= 60),
  -- NULL: not shown. Policies and the FAQ always are.
  live integer,
  -- Of what is shown, the newest version that players have to accept.
  required integer,
  live_since timestamptz,
  PRIMARY KEY (kind, key)
);

-- One version has every language of a document; it never changes.
CREATE TABLE content.versions (
  kind text NOT NULL,
  key text COLLATE "C" NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  -- {"en": "...", "kz": "...", "ru": "..."}: Markdown. Version 1 of policies has the languages that existed.
  bodies jsonb NOT NULL CHECK (jsonb_typeof(bodies) = 'object' AND bodies <> '{}'),
  -- Of a banner: where, to whom, in which order.
  placement jsonb CHECK ((placement IS NOT NULL) = (kind = 'banner')),
  -- Promo pages and banners are not shown from then on.
  ends_at timestamptz,
  -- SHA-256 of the canonical JSON of bodies, placement and end.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  -- Players accept it before their next stake or deposit.
  material boolean NOT NULL CHECK (NOT material OR kind = 'policy'),
  summary text NOT NULL,
  author text NOT NULL,
  created_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'scheduled', 'published', 'withdrawn')),
  publish_at timestamptz,
  published_at timestamptz,
  -- Who released it: the second person for a material version.
  released_by text,
  PRIMARY KEY (kind, key, version),
  FOREIGN KEY (kind, key) REFERENCES content.documents,
  CHECK ((state = 'scheduled') <= (publish_at IS NOT NULL)),
  CHECK ((state = 'published') = (published_at IS NOT NULL))
);
CREATE UNIQUE INDEX versions_scheduled ON content.versions (kind, key) WHERE state = 'scheduled';
ALTER TABLE content.documents ADD FOREIGN KEY (kind, key, live) REFERENCES content.versions;

-- Every move of the pointer.
CREATE TABLE content.moves (
  kind text NOT NULL,
  key text COLLATE "C" NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  from_version integer,
  to_version integer,
  how text NOT NULL CHECK (how IN ('published', 'scheduled', 'rolled_back', 'taken_down')),
  by_name text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (kind, key, number),
  FOREIGN KEY (kind, key) REFERENCES content.documents
);

-- What the site showed before it had versions.
INSERT INTO content.documents (kind, key) VALUES ('policy', 'user-agreement'), ('policy', 'confidential'), ('policy', 'kyc'), ('faq', 'faq');

INSERT INTO content.versions (kind, key, version, bodies, hash, material, summary, author, created_at, state, published_at) VALUES ('policy', 'user-agreement', 1,
  jsonb_build_object('en', $text$# User agreement

## Who can play
You must be 18 or older and play for yourself. Each person can have one account. These games are not available to visitors from regions where they are not allowed.

## Bets and results
A bet is accepted when we confirm it and cannot be canceled after that. Its result is determined by the published rules and by values committed before the bet; you can recompute every result on the “Check fairness” page. If we cannot finish a round, it is voided and its stakes are returned.

## Money
Each balance is held in one of five currencies and is exchanged only at your request. If you pay a different amount from the one requested, we credit what arrived, up to the amount that can be used for play, and return the rest.

## Limits
Every game has a minimum stake, a maximum stake and a maximum win. They are shown next to the stake before you bet. A bet that exceeds them is rejected; its payout is never reduced.
$text$, 'ru', $text$# Пользовательское соглашение

## Кто может играть
Вам должно быть не меньше 18 лет, и играть можно только за себя. У одного человека может быть один аккаунт. Посетителям из регионов, где такие игры не разрешены, сайт недоступен.

## Ставки и результаты
Ставка принята, когда мы её подтвердили, и после этого не отменяется. Результат определяют опубликованные правила и значения, зафиксированные до ставки; любой результат можно пересчитать на странице «Проверка честности». Раунд, который мы не смогли завершить, отменяется, ставки возвращаются.

## Деньги
Каждый баланс ведётся в одной из пяти валют и без вашей просьбы не обменивается. Если пришла другая сумма, мы зачислим её в той части, которую можно использовать в игре, а остальное вернём.

## Лимиты
У каждой игры есть минимальная ставка, максимальная ставка и максимальный выигрыш. Они показаны рядом с суммой ставки. Ставка сверх этих пределов отклоняется, а выигрыш никогда не урезается.
$text$),
  '\x8910a293025c96cc829894d389722d5b6bd7f06e324246089f1363bb26000160', false, 'As before versions', 'Fairhouse', '2026-11-28T00:00:00Z', 'published', '2026-11-28T00:00:00Z');

INSERT INTO content.versions (kind, key, version, bodies, hash, material, summary, author, created_at, state, published_at) VALUES ('policy', 'confidential', 1,
  jsonb_build_object('ru', $text$# Конфиденциальность

## Что мы храним
Почту, телефон, язык, часовой пояс и валюту; ставки и платежи; имя, дату рождения и документы, если вы подтверждаете личность; для каждой сессии — IP-адрес и название браузера. Пароль хранится только в виде, из которого его нельзя восстановить.

## Что видят другие
Другие видят ваше имя пользователя и аватар, но не почту и не телефон. Имя и аватар можно скрыть в настройках профиля: тогда ставки видны без них.

## Кому мы передаём данные
Платёжной системе мы передаём данные, нужные для платежа, а сервису проверки личности — ваши документы. Сторонней аналитики и рекламы на сайте нет.
$text$),
  '\x5267406f205efa3095ea291f6f5679a7d4e3a8edfdaa324fabc426e27305a10e', false, 'As before versions', 'Fairhouse', '2026-11-28T00:00:00Z', 'published', '2026-11-28T00:00:00Z');

INSERT INTO content.versions (kind, key, version, bodies, hash, material, summary, author, created_at, state, published_at) VALUES ('policy', 'kyc', 1,
  jsonb_build_object('en', $text$# Identity verification

## What we require today
You can play without verification until your total deposits or withdrawals reach a limit. To go above it, confirm your name and date of birth, then upload an identity document and a photo of you with it, and finally proof of your address. We show the limit when you reach it. We may also ask you to prove your age.

## What happens to your documents
We accept JPEG, PNG and PDF files of up to 4 MB each. They are stored encrypted and sent to our verification provider for checking. We keep them after you close your account, as the law requires.
$text$),
  '\x2de9b0bc59b06e7d1b208e34c2766a277f7c9b01b1e642e1ba5020a2dd2dbaf9', false, 'As before versions', 'Fairhouse', '2026-11-28T00:00:00Z', 'published', '2026-11-28T00:00:00Z');

INSERT INTO content.versions (kind, key, version, bodies, hash, material, summary, author, created_at, state, published_at) VALUES ('faq', 'faq', 1,
  jsonb_build_object('en', $text$# Getting started {#start}

## How do I open an account?
Press Register, enter an email address or phone number and a password, choose a currency, and confirm that you're 18 or older and accept the terms. You're signed in right away.

## Can I change my currency later?
Yes. You have a wallet for each currency and play in one currency at a time. Switch in the settings or with the arrow next to your balance. Open bets keep their currency.

## Can I try the games for free?
Yes. The games you play against Fairhouse, such as dice, plinko, limbo and keno, have a demo that doesn't need an account. If you're signed in, choose Practice: same rules, no money, and your balance doesn't change.

# Fairness {#fair}

## How do I know the result wasn't changed after my bet?
Before you bet, we show you the hash of our secret seed. The result is computed from that seed, your own seed and the number of the bet. When we reveal our seed, its hash must match the one you saw, so neither of us could choose the result.

## How do I check a bet?
Press the shield next to any bet, or open Check fairness and enter the bet ID. Your browser recomputes the result step by step. You can do the same from a terminal with the verifier we publish.

## How does Fairhouse make money?
Each game shows its return to player. Dice, limbo, plinko, crash and keno return about 99% of all stakes in the long run; the house edge is about 1%. It's the same for every player.

## How do plinko and limbo work?
In plinko, you choose 8 to 16 rows and a risk level; the ball lands in a slot that pays its multiplier. In limbo, you choose a multiplier and win if the draw reaches it. Both return 99%, and you can check every result.

## How is the crash point decided?
By a chain of secrets created before the first round and mixed with public randomness that no one here controls. We publish the end of the chain, so you can check every later round against it.

# Payments {#money}

## Which payment methods can I use?
Cards and crypto; also SBP in rubles, Kaspi transfer in tenge, UPI in rupees, and payments from a bank account in euros. Press Deposit to see the methods for your currency.

## How long does a deposit take?
Your balance updates as soon as the payment provider confirms the payment, usually within seconds. An invoice is open for 20 minutes; after that, open a new one.

## I paid a different amount, or too late. Is my money lost?
No. We credit the amount that arrived, even if the invoice has expired. Anything above your own deposit limit can't be used for play and is returned to you.

## How do I withdraw money?
Press Withdraw next to your balance and choose a card, account or crypto address. The amount leaves your balance immediately; you can cancel until it's sent, and you see each step. Larger withdrawals are reviewed by our team.

## How does currency exchange work?
You get a quote that is valid for 30 seconds. You can have one open quote at a time. If the rate moves too far before you confirm, nothing is exchanged and you get a new quote.

## What does “every cent can be checked” mean?
Every transaction is recorded in double-entry books and never changed. In every currency, all accounts add up to zero; we check this continuously.

# Safety and privacy {#safe}

## How do I limit my spending?
In your profile, open Limits: you can limit stakes, losses and deposits per day. Each limit covers all your wallets in every currency, at the day's rate. A stricter limit takes effect immediately, a looser one after 24 hours.

## Can I take a break?
Yes, from one day to five years: in your profile, open Limits. No one can end a break early, including us.

## How do I protect my crypto withdrawals?
In your profile, under Access, save your addresses in the address book and turn on the allow-list. While it's on, a new address can be used after 24 hours; turning it off takes 24 hours too.

## Can your staff change my balance?
No single person can. One person requests a correction and gives a reason, and another approves it. Both actions are recorded in a log that can't be changed.

## How do I sign out a lost device?
In your profile, under Access, you see every browser that's signed in to your account and can sign out any of them.

## What data do you hold about me, and how do I close my account?
In the settings, you can request a copy of all your data, and you can close your account once your balances are empty. We keep your bets and payments, as the law requires, and free up your email and phone number.

# Help {#help}

## How do I contact you?
Use the chat on any page. Leave a message with your email address; we reply by email, and in the chat if you're signed in.

## Why can't I play in my country?
The law in some countries doesn't allow us to offer these games. We determine your location from your IP address.
$text$, 'kz', $text$# Алғашқы қадамдар {#start}

## Аккаунтты қалай ашамын?
«Тіркелу» түймесін басып, поштаңызды немесе телефоныңызды және құпиясөзді енгізіңіз, валютаны таңдаңыз, 18 жасқа толғаныңызды растап, шарттарды қабылдаңыз. Аккаунтқа бірден кіресіз.

## Валютаны кейін ауыстыруға бола ма?
Иә. Әр валютада әмияныңыз бар, ал бір уақытта біреуінде ойнайсыз. Оны баптауларда немесе баланс жанындағы көрсеткі арқылы ауыстырасыз; ашық бәстер өз валютасында қалады.

## Ойындарды тегін байқап көруге бола ма?
Иә. Fairhouse-қа қарсы жеке ойналатын Dice, Plinko, Limbo, кено сияқты ойындарда аккаунтсыз демо бар. Кірген болсаңыз, ақшасыз ойынды таңдаңыз: ережесі сол, баланс өзгермейді.

# Әділдік {#fair}

## Нәтиже бәсімнен кейін өзгертілмегенін қайдан білемін?
Бәске дейін біз құпия сидіміздің хешін көрсетеміз. Нәтиже осы сидтен, сіздің сидіңізден және бәс нөмірінен есептеледі. Сид ашылғанда оның хеші сізге көрсетілгенмен бірдей болуы керек, сондықтан нәтижені біз де, сіз де таңдай алмайсыз.

## Бәсті қалай тексеремін?
Кез келген бәстің жанындағы қалқанды басыңыз немесе «Әділдікті тексеру» бетін ашып, бәстің ID-ін енгізіңіз. Браузер нәтижені қадам-қадаммен қайта есептейді. Мұны біз жариялаған верификатормен терминалдан да жасауға болады.

## Fairhouse неден табыс табады?
Әр ойында ойыншыларға қайтарымы көрсетілген. Dice, Limbo, Plinko, Crash және кено ұзақ мерзімде барлық бәстің шамамен 99%-ын қайтарады, шамамен 1% бізде қалады. Бұл бәріне бірдей.

## Plinko мен Limbo қалай ойналады?
Plinko-да 8-ден 16-ға дейін қатар мен тәуекелді таңдайсыз, шар өз көбейткіші бар ұяға түседі. Limbo-да көбейткішті атайсыз, ұтыс нәтижесі оған жетсе, соны аласыз. Екеуі де 99% қайтарады, әр нәтижені тексеруге болады.

## Crash-тағы үзілу нүктесі қалай анықталады?
Бірінші раундқа дейін жасалған және мұнда ешкім басқармайтын ашық кездейсоқтықпен араласқан құпиялар тізбегімен. Тізбектің соңын жариялаймыз, сондықтан әр келесі раундты онымен салыстыруға болады.

# Төлемдер {#money}

## Төлемнің қандай тәсілдері бар?
Карталар мен криптовалюта; рубльмен СБП, теңгемен Kaspi аударымы, рупимен UPI, еуромен банк шотынан төлеу. Валютаңызға сай тәсілдер «Толтыру» түймесін басқанда көрінеді.

## Толтыру қанша уақытта түседі?
Төлем сервисі растаған бойда, әдетте бірнеше секундта ақша баланста болады. Шот 20 минут жарамды, содан кейін жаңасын ашыңыз.

## Басқа сома төледім немесе кешіктім. Ақшам жоғалды ма?
Жоқ. Шоттың мерзімі өтсе де, қанша келсе, сонша есептейміз. Өз толтыру шегіңізден асқан соманы ойында қолдануға болмайды, ол сізге қайтарылады.

## Ақшаны қалай шығарамын?
Баланс жанындағы «Шығару» түймесін басып, картаны, шотты немесе крипто мекенжайын таңдаңыз. Сома баланстан бірден алынады; жіберілгенше бас тарта аласыз, әр қадамы көрініп тұрады. Ірі сомаларды біздің команда тексереді.

## Айырбас қалай жүреді?
Сізге 30 секундқа бағам ұсынылады. Бір уақытта тек бір ұсыныс ашық болады. Растағанша бағам тым көп өзгерсе, айырбас жасалмайды да, жаңа ұсыныс аласыз.

## «Әр тиынды тексеруге болады» деген не?
Әр операция қос жазу арқылы тіркеледі және кейін өзгермейді. Әр валютада барлық шоттың қосындысы нөлге тең, біз мұны үнемі тексереміз.

# Қауіпсіздік және жеке деректер {#safe}

## Шығынымды қалай шектеймін?
Профильде «Шектер» бөлімін ашыңыз: бір күндегі бәсті, ұтылысты және толтыруды шектеуге болады. Әр шек барлық әмиянға, кез келген валютада, сол күннің бағамымен қолданылады. Қатаңырақ шек бірден, жұмсағы 24 сағаттан кейін күшіне енеді.

## Үзіліс жасауға бола ма?
Иә, бір күннен бес жылға дейін: профильде «Шектер» бөлімін ашыңыз. Үзілісті ешкім, тіпті біз де ерте аяқтай алмаймыз.

## Криптовалюта шығаруды қалай қорғаймын?
Профильдегі «Кіру» бөлімінде мекенжай кітабы бар, онда рұқсат тізімін қоса аласыз. Ол қосулы кезде жаңа мекенжай 24 сағаттан кейін жарайды; өшіру де 24 сағат алады.

## Қызметкерлеріңіз балансымды өзгерте ала ма?
Жалғыз өзі өзгерте алмайды. Түзетуді бір адам себебін көрсетіп сұрайды, екіншісі мақұлдайды; екеуі де өзгертуге болмайтын журналға жазылады.

## Жоғалған құрылғыдағы аккаунттан қалай шығамын?
Профильдегі «Кіру» бөлімінде сіз кірген барлық браузер көрінеді, кез келгенін ажыратуға болады.

## Қандай деректерімді сақтайсыздар және аккаунтты қалай жабамын?
Баптауларда барлық деректеріңіздің көшірмесін сұрай аласыз, ал баланстар бос болғанда аккаунтты жаба аласыз. Бәстер мен төлемдерді заң талабы бойынша сақтаймыз; поштаңыз бен телефоныңыз босатылады.

# Көмек {#help}

## Сіздермен қалай байланысамын?
Әр беттегі чат арқылы. Хабарлама мен поштаңызды қалдырыңыз: хатпен, ал кірген болсаңыз, чатта да жауап береміз.

## Неге өз елімде ойнай алмаймын?
Кейбір елдердің заңы бұл ойындарды ұсынуға рұқсат бермейді. Орналасқан жеріңізді IP мекенжайы бойынша анықтаймыз.
$text$, 'ru', $text$# Первые шаги {#start}

## Как открыть аккаунт?
Нажмите «Регистрация», введите почту или телефон и пароль, выберите валюту, подтвердите, что вам есть 18 лет, и примите условия. Вход выполнится сразу.

## Можно ли потом сменить валюту?
Да. У вас есть кошелёк в каждой валюте, а играете вы в одной из них. Сменить её можно в настройках или стрелкой рядом с балансом; открытые ставки остаются в своей валюте.

## Можно ли попробовать игры бесплатно?
Да. В играх один на один с Fairhouse, например Dice, Plinko, Limbo и кено, есть демо без аккаунта. Если вы вошли, выберите «Тренировка»: правила те же, денег не нужно, баланс не меняется.

# Честность {#fair}

## Как узнать, что результат не изменили после ставки?
До ставки мы показываем хеш нашего секретного сида. Результат вычисляется из этого сида, вашего сида и номера ставки. Когда мы раскроем сид, его хеш должен совпасть с показанным, поэтому ни мы, ни вы не могли выбрать результат.

## Как проверить ставку?
Нажмите на щит рядом с любой ставкой или откройте «Проверку честности» и введите ID ставки. Браузер пересчитает результат шаг за шагом. То же можно сделать в терминале с помощью верификатора, который мы публикуем.

## На чём зарабатывает Fairhouse?
У каждой игры указан возврат игроку. Dice, Limbo, Plinko, Crash и кено на длинной дистанции возвращают около 99% всех ставок, около 1% остаётся нам. Это одинаково для всех.

## Как устроены Plinko и Limbo?
В Plinko вы выбираете от 8 до 16 рядов и риск, шарик падает в ячейку со своим множителем. В Limbo вы выбираете множитель и выигрываете, если розыгрыш до него дошёл. Обе игры возвращают 99%, любой результат можно проверить.

## Как определяется точка обрыва в Crash?
Цепочкой секретов, созданной до первого раунда и смешанной с публичной случайностью, которой здесь никто не управляет. Мы публикуем конец цепочки, поэтому каждый следующий раунд можно сверить с ним.

# Платежи {#money}

## Какие есть способы оплаты?
Карты и криптовалюта; в рублях ещё СБП, в тенге — перевод Kaspi, в рупиях — UPI, в евро — оплата с банковского счёта. Чтобы увидеть способы для вашей валюты, нажмите «Пополнить».

## За какое время зачисляется пополнение?
Баланс обновится, как только платёжный сервис подтвердит платёж, обычно за секунды. Счёт на оплату действует 20 минут, потом откройте новый.

## Я заплатил другую сумму или опоздал. Деньги пропали?
Нет. Мы зачислим столько, сколько пришло, даже если счёт уже истёк. Сумму сверх вашего собственного лимита пополнений нельзя использовать в игре, она вернётся вам.

## Как вывести деньги?
Нажмите «Вывести» рядом с балансом и выберите карту, счёт или криптоадрес. Сумма сразу спишется с баланса; вывод можно отменить, пока он не отправлен, и каждый шаг виден. Крупные выводы проверяет наша команда.

## Как работает обмен?
Вы получаете предложение с курсом на 30 секунд. Открыто может быть только одно. Если до подтверждения курс ушёл слишком далеко, обмена не будет и вы получите новое предложение.

## Что значит «каждый цент можно проверить»?
Каждая операция записывается по двойной записи и больше не меняется. В каждой валюте все счета в сумме дают ноль, и мы постоянно это проверяем.

# Безопасность и личные данные {#safe}

## Как ограничить траты?
Откройте в профиле «Лимиты»: можно ограничить ставки, проигрыш и пополнения за день. Каждый лимит действует на все кошельки в любой валюте, по курсу дня. Более строгий лимит вступает в силу сразу, более мягкий — через 24 часа.

## Можно ли сделать перерыв?
Да, от одного дня до пяти лет: откройте в профиле «Лимиты». Закончить перерыв раньше не может никто, даже мы.

## Как защитить вывод криптовалюты?
В профиле, в разделе «Доступ», сохраните адреса в адресной книге и включите белый список. Пока он включён, новым адресом можно пользоваться через 24 часа; выключение тоже занимает 24 часа.

## Могут ли ваши сотрудники изменить мой баланс?
В одиночку — нет. Один сотрудник запрашивает исправление с указанием причины, другой его одобряет; оба действия остаются в журнале, который нельзя изменить.

## Как выйти из аккаунта на потерянном устройстве?
В профиле, в разделе «Доступ», видны все браузеры, в которых вы вошли, и любой можно отключить.

## Какие мои данные вы храните и как закрыть аккаунт?
В настройках можно запросить копию всех ваших данных, а когда балансы пусты — закрыть аккаунт. Ставки и платежи мы храним, как требует закон; почта и телефон освободятся.

# Помощь {#help}

## Как с вами связаться?
Через чат на любой странице. Оставьте сообщение и почту: мы ответим письмом, а если вы вошли — и в чате.

## Почему я не могу играть в своей стране?
Законы некоторых стран не разрешают нам предлагать эти игры. Местоположение мы определяем по IP-адресу.
$text$),
  '\x40e855dfc53e3b28feaeceee7767843a61c7c535e6bef85d4243eb08c3c9593f', false, 'As before versions', 'Fairhouse', '2026-11-28T00:00:00Z', 'published', '2026-11-28T00:00:00Z');

UPDATE content.documents SET live = 1, live_since = '2026-11-28T00:00:00Z';
INSERT INTO content.moves (kind, key, number, to_version, how, by_name, at)
  SELECT kind, key, 1, 1, 'published', 'Fairhouse', live_since FROM content.documents;
