import { type Language, sayIn } from "../../web/texts.ts";

const en = {
  spot: "{pays} to 1",
  dealing: "The wheel is spinning",
  resultIs: "The wheel stops at {pays}",
  segmentsOf: "{n} of 50",
  history: "Last {n}",
  often: "How often",
  rules:
    "The wheel has 50 segments: 24 pay 1 to 1, 16 pay 2, 6 pay 7, 3 pay 15 and one pays 47. Every bet returns 96.00%. Your bet counts once the casino has confirmed it.",
};
export type WheelText = keyof typeof en;
type Texts = Readonly<Record<WheelText, string>>;

const ru: Texts = {
  spot: "{pays} к 1",
  dealing: "Колесо вращается",
  resultIs: "Колесо остановилось на {pays}",
  segmentsOf: "{n} из 50",
  history: "Последние {n}",
  often: "Как часто",
  rules:
    "На колесе 50 секторов: 24 платят 1 к 1, 16 платят 2, 6 платят 7, 3 платят 15 и один платит 47. Отдача на всех ставках 96,00%. Ставка действует, когда её подтвердило казино.",
};

const kk: Texts = {
  spot: "1-ге {pays}",
  dealing: "Дөңгелек айналуда",
  resultIs: "Дөңгелек {pays} секторында тоқтады",
  segmentsOf: "50-ден {n}",
  history: "Соңғы {n}",
  often: "Қаншалықты жиі",
  rules:
    "Дөңгелекте 50 сектор бар: 24-і 1-ге 1, 16-сы 2, 6-ы 7, 3-і 15, біреуі 47 төлейді. Барлық бәстің қайтарымы 96,00%. Бәс казино растағанда ғана күшіне енеді.",
};

export const wheelTexts = (language: Language) => sayIn({ en, ru, kk }, language);
