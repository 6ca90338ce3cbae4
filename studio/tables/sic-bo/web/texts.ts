import { type Language, sayIn } from "../../web/texts.ts";

const en = {
  small: "Small",
  big: "Big",
  odd: "Odd",
  even: "Even",
  "any-triple": "Any triple",
  total: "Total {n}",
  single: "At least one {n}",
  double: "Two of {n}",
  triple: "Three of {n}",
  pair: "{a} and {b}",
  smallRange: "4–10 · 1:1",
  bigRange: "11–17 · 1:1",
  dealing: "The dice are rolling",
  resultIs: "{a}, {b}, {c}: total {n}",
  history: "Last {n}",
  "kind-even-money": "Small, big, odd, even",
  "kind-total": "Total {n} or {m}",
  "kind-single": "One number",
  "kind-double": "Two alike",
  "kind-triple": "Three alike",
  "kind-pair": "Two numbers",
  rules:
    "Three dice. Small, big, odd and even lose on any triple. House edge: small, big, odd and even 2.78%, two numbers 2.78%, one number 3.70%, totals 7.41 to 12.50%, a double 11.11%, a triple 6.94%, any triple 8.33%. Your bet counts once the casino has confirmed it.",
};
export type SicBoText = keyof typeof en;
type Texts = Readonly<Record<SicBoText, string>>;

const ru: Texts = {
  small: "Малое",
  big: "Большое",
  odd: "Нечёт",
  even: "Чёт",
  "any-triple": "Любая тройка",
  total: "Сумма {n}",
  single: "Хотя бы одна {n}",
  double: "Две {n}",
  triple: "Три {n}",
  pair: "{a} и {b}",
  smallRange: "4–10 · 1:1",
  bigRange: "11–17 · 1:1",
  dealing: "Кости брошены",
  resultIs: "{a}, {b}, {c}: сумма {n}",
  history: "Последние {n}",
  "kind-even-money": "Малое, большое, чёт, нечёт",
  "kind-total": "Сумма {n} или {m}",
  "kind-single": "Одно число",
  "kind-double": "Две одинаковые",
  "kind-triple": "Три одинаковые",
  "kind-pair": "Два числа",
  rules:
    "Три кости. Малое, большое, чёт и нечёт проигрывают при любой тройке; преимущество казино на них 2,78%, на двух числах 2,78%, на одном числе 3,70%, на суммах от 7,41 до 12,50%, на паре одинаковых 11,11%, на тройке 6,94%, на любой тройке 8,33%. Ставка действует, когда её подтвердило казино.",
};

const kk: Texts = {
  small: "Кіші",
  big: "Үлкен",
  odd: "Тақ",
  even: "Жұп",
  "any-triple": "Кез келген үштік",
  total: "Қосынды {n}",
  single: "Кемінде бір {n}",
  double: "Екі {n}",
  triple: "Үш {n}",
  pair: "{a} және {b}",
  smallRange: "4–10 · 1:1",
  bigRange: "11–17 · 1:1",
  dealing: "Сүйектер лақтырылды",
  resultIs: "{a}, {b}, {c}: қосынды {n}",
  history: "Соңғы {n}",
  "kind-even-money": "Кіші, үлкен, тақ, жұп",
  "kind-total": "Қосынды {n} немесе {m}",
  "kind-single": "Бір сан",
  "kind-double": "Екеуі бірдей",
  "kind-triple": "Үшеуі бірдей",
  "kind-pair": "Екі сан",
  rules:
    "Үш сүйек. Кіші, үлкен, тақ пен жұп кез келген үштікте ұтылады; оларда казино артықшылығы 2,78%, екі санда 2,78%, бір санда 3,70%, қосындыларда 7,41–12,50%, екі бірдейде 11,11%, үштікте 6,94%, кез келген үштікте 8,33%. Бәс казино растағанда ғана күшіне енеді.",
};

export const sicBoTexts = (language: Language) => sayIn({ en, ru, kk }, language);
