import type { Feature } from "#studio/frame/shared/feature.ts";

export const features: readonly Feature[] = [
  {
    symbol: "touchstone",
    tags: ["cascades", "multipliers"],
    title: {
      en: "Touchstones multiply the win",
      ru: "Пробирные камни умножают выигрыш",
      kk: "Сынақ тастары ұтысты көбейтеді",
    },
    text: {
      en: "Symbols that appear 8 times or more pay and disappear, and others fall into place. Touchstones stay, and the sum of their values multiplies the win of the spin.",
      ru: "Символы, которых на экране 8 и больше, платят и исчезают, сверху падают новые. Камни остаются, и сумма их значений умножает выигрыш вращения.",
      kk: "Экранда 8 не одан көп болған таңбалар төлеп, жоғалады, орнына жаңалары түседі. Тастар қалады, ал мәндерінің қосындысы айналым ұтысын көбейтеді.",
    },
  },
  {
    symbol: "hallmark",
    tags: ["free-spins"],
    title: {
      en: "15 free spins that add up",
      ru: "15 фриспинов с памятью",
      kk: "Есте сақтайтын 15 тегін айналым",
    },
    text: {
      en: "Four hallmarks give 15 free spins. The values of every winning spin are added up and multiply all later wins. Three hallmarks add 5 more.",
      ru: "Четыре пробы дают 15 фриспинов. В них значения каждого выигрышного вращения сохраняются и умножают все следующие выигрыши. Три пробы добавляют ещё 5.",
      kk: "Төрт сынама 15 тегін айналым береді. Онда әр ұтысты айналымның мәндері сақталып, кейінгі ұтыстардың бәрін көбейтеді. Үш сынама тағы 5 қосады.",
    },
  },
];
