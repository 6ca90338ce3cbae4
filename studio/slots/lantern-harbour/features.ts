import { showCount } from "#kit/i18n/numbers.ts";
import type { Feature } from "#studio/frame/shared/feature.ts";
import { fewestLanterns, grand, respins } from "./game.ts";

export const features: readonly Feature[] = [
  {
    symbol: "lantern",
    tags: ["hold-and-win"],
    title: {
      en: `${fewestLanterns} lanterns stay lit`,
      ru: `${fewestLanterns} фонарей остаются гореть`,
      kk: `${fewestLanterns} шам сөнбей қалады`,
    },
    text: {
      en: `${fewestLanterns} lanterns or more stay where they are, and each draws a value, a multiple of the bet. ${respins} respins follow; every new lantern sets them back to ${respins}.`,
      ru: `${fewestLanterns} и более фонарей остаются на местах, и каждый получает сумму в ставках. Затем даются ${respins} респина; каждый новый фонарь возвращает счётчик к ${respins}.`,
      kk: `${fewestLanterns} не одан көп шам орнында қалып, әрқайсысы бәспен өлшенген құн алады. Одан кейін ${respins} қайта айналым болады; әр жаңа шам олардың санын қайтадан ${respins} етеді.`,
    },
  },
  {
    symbol: "lighthouse",
    tags: [],
    title: {
      en: "A full harbor",
      ru: "Полная гавань",
      kk: "Толған айлақ",
    },
    text: {
      en: `When the respins end, all values are paid. With lanterns in all fifteen cells, another ${showCount(grand, "en")} times the bet is paid.`,
      ru: `Когда респины заканчиваются, выплачиваются все суммы. Если фонари стоят во всех пятнадцати ячейках, к ним добавляется ${showCount(grand, "ru")} ставок.`,
      kk: `Қайта айналымдар біткенде барлық құн төленеді. Он бес ұяшықтың бәрінде шам жанса, оған ${showCount(grand, "kk")} бәс қосылады.`,
    },
  },
];
