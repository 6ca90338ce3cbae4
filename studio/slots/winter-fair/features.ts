import type { Feature } from "#studio/frame/shared/feature.ts";

export const features: readonly Feature[] = [
  {
    symbol: "wheel",
    tags: ["bonus-wheel"],
    title: {
      en: "Three wheels turn the bonus wheel",
      ru: "Три колеса запускают колесо бонуса",
      kk: "Үш дөңгелек бонус дөңгелегін айналдырады",
    },
    text: {
      en: "It turns once and pays its segment: 10 to 1,000 times the bet.",
      ru: "Оно поворачивается один раз и платит своё поле: от 10 до 1 000 ставок.",
      kk: "Ол бір рет айналып, тоқтаған өрісін төлейді: 10-нан 1 000 бәске дейін.",
    },
  },
  {
    symbol: "globe",
    tags: [],
    title: {
      en: "Any spin can win the jackpot",
      ru: "Джекпот может выпасть в любом вращении",
      kk: "Джекпот кез келген айналымда түсуі мүмкін",
    },
    text: {
      en: "The jackpot has its own draw in every round, and its odds rise with the bet.",
      ru: "У джекпота в каждом раунде свой розыгрыш, и шанс растёт вместе со ставкой.",
      kk: "Джекпот әр раундта бөлек ойнатылады, мүмкіндігі бәспен бірге өседі.",
    },
  },
];
