import type { Titles } from "#studio/engine/shared/types.ts";

export type StepState = "equal" | "differs" | "computed" | "not_revealed" | "unknown";

export interface VerifyStep {
  readonly key: StepKey;
  readonly title: Titles;
  /** The computation, the same in every language. */
  readonly line: string;
  readonly state: StepState;
}

export type StepKey = keyof typeof titles;

export type TableVerdict = "matches" | "differs" | "not_revealed" | "unknown";

export function verdictOf(steps: readonly Pick<VerifyStep, "state">[]): TableVerdict {
  for (const state of ["unknown", "not_revealed", "differs"] as const) {
    if (steps.some(step => step.state === state)) return state;
  }
  return "matches";
}

export const titles = {
  known: {
    en: "This file verifies another game or version",
    ru: "Этот файл проверяет другую игру или версию",
    kk: "Бұл файл басқа ойынды немесе нұсқаны тексереді",
  },
  link_hash: {
    en: "The link has the hash that was shown while bets were open",
    ru: "Хеш звена совпадает с показанным во время приёма ставок",
    kk: "Буынның хеші бәс қабылданып тұрғанда көрсетілгенмен бірдей",
  },
  chain: {
    en: "The link leads to the table's published chain head",
    ru: "Звено ведёт к опубликованной голове цепочки стола",
    kk: "Буын үстел тізбегінің жарияланған басына апарады",
  },
  salt: {
    en: "The salt is a signed beacon value that was due after the head was published",
    ru: "Соль — подписанное значение маяка, вышедшее после публикации головы цепочки",
    kk: "Тұз — тізбек басы жарияланғаннан кейін шыққан, қолтаңбасы бар маяк мәні",
  },
  beacon: {
    en: "The beacon's value is signed by its key",
    ru: "Значение маяка подписано его ключом",
    kk: "Маяк мәніне оның кілтімен қол қойылған",
  },
  order: {
    en: "Bets closed and their list was published before the value was due",
    ru: "Приём ставок закрыт, а их список опубликован до выхода значения",
    kk: "Мән шыққанға дейін бәс қабылдау жабылып, тізімі жарияланды",
  },
  entry: {
    en: "The bet is in the published list of bets",
    ru: "Ставка есть в опубликованном списке ставок",
    kk: "Бәс жарияланған бәстер тізімінде бар",
  },
  words: {
    en: "The first block of random words from link and beacon value",
    ru: "Первый блок случайных слов из звена и значения маяка",
    kk: "Буын мен маяк мәнінен алынған кездейсоқ сөздердің бірінші блогы",
  },
  outcome: {
    en: "The words give the recorded result",
    ru: "Слова дают записанный результат",
    kk: "Сөздер жазылған нәтижені береді",
  },
  further: {
    en: "Further stakes follow from the decisions",
    ru: "Дополнительные ставки следуют из решений игрока",
    kk: "Қосымша бәстер ойыншының шешімдеріне сай",
  },
  stake: {
    en: "The bets add up to the stake",
    ru: "Сумма ставок равна общей ставке",
    kk: "Бәстердің қосындысы жалпы бәске тең",
  },
  payout: {
    en: "The bets return the recorded payout at this result",
    ru: "При этом результате ставки дают записанную выплату",
    kk: "Осы нәтижеде бәстер жазылған төлемді береді",
  },
} as const satisfies Readonly<Record<string, Titles>>;
