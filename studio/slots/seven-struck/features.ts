import type { Feature } from "#studio/frame/shared/feature.ts";

export const features: readonly Feature[] = [
  {
    symbol: "wild",
    tags: ["classic"],
    title: {
      en: "Wild coins",
      ru: "Монета заменяет всё",
      kk: "Тиын бәрін алмастырады",
    },
    text: {
      en: "The struck coin substitutes for any symbol, and three coins pay more than any other line.",
      ru: "Чеканная монета заменяет любой символ, а три монеты платят больше всех остальных линий.",
      kk: "Соғылған тиын кез келген таңбаны алмастырады, ал үш тиын басқа сызықтардың бәрінен көп төлейді.",
    },
  },
  {
    symbol: "seven",
    tags: [],
    title: {
      en: "Nine alike double the win",
      ru: "Девять одинаковых удваивают выигрыш",
      kk: "Тоғыз бірдей таңба ұтысты екі еселейді",
    },
    text: {
      en: "When all nine cells show the same symbol or coins, the win of the spin is doubled.",
      ru: "Если во всех девяти ячейках один символ или монеты, выигрыш вращения удваивается.",
      kk: "Тоғыз ұяшықтың бәрінде бір таңба немесе тиын тұрса, айналымның ұтысы екі еселенеді.",
    },
  },
];
