import type { Feature } from "#studio/frame/shared/feature.ts";

export const features: readonly Feature[] = [
  {
    symbol: "x20",
    tags: ["multiplier-reel"],
    title: {
      en: "Every win is multiplied",
      ru: "Каждый выигрыш умножается",
      kk: "Әр ұтыс көбейтіледі",
    },
    text: {
      en: "When the reels have stopped, the bob swings to a plate: 1, 2, 3, 5, 10 or 20. It multiplies the win of the line.",
      ru: "Когда барабаны остановились, отвес качнётся к пластине: 1, 2, 3, 5, 10 или 20. Она умножает выигрыш линии.",
      kk: "Барабандар тоқтағанда тіктеуіш бір тақтайшаға ауады: 1, 2, 3, 5, 10 немесе 20. Ол сызықтың ұтысын көбейтеді.",
    },
  },
  {
    symbol: "bob",
    tags: [],
    title: {
      en: "One line, and the bob is wild",
      ru: "Одна линия, и отвес заменяет всё",
      kk: "Бір сызық, ал тіктеуіш бәрін алмастырады",
    },
    text: {
      en: "The plumb bob substitutes for any symbol on the line, and a line of bobs pays the most.",
      ru: "Отвес заменяет любой символ на линии, а линия из отвесов платит больше всего.",
      kk: "Тіктеуіш сызықтағы кез келген таңбаны алмастырады, ал тек тіктеуіштерден тұратын сызық бәрінен көп төлейді.",
    },
  },
];
