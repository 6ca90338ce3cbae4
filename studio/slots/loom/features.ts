import type { Feature } from "#studio/frame/shared/feature.ts";
import { awardOf, boughtSpins } from "./game.ts";

export const features: readonly Feature[] = [
  {
    symbol: "hank",
    tags: ["free-spins", "rising-multiplier"],
    title: {
      en: "Every free spin pays more",
      ru: "Каждый фриспин платит больше",
      kk: "Әр тегін айналым көбірек төлейді",
    },
    text: {
      en: `Four, five or six hanks anywhere give ${awardOf(4)}, ${awardOf(5)} or ${awardOf(6)} free spins. The first pays ×1, the second ×2, the third ×3, and so on. A bought round has ${boughtSpins} free spins.`,
      ru: `Четыре, пять или шесть мотков в любом месте дают ${awardOf(4)}, ${awardOf(5)} или ${awardOf(6)} фриспинов. Первый платит ×1, второй ×2, третий ×3 и так далее. Купленный раунд: ${boughtSpins} фриспинов.`,
      kk: `Кез келген жердегі төрт, бес немесе алты орам ${awardOf(4)}, ${awardOf(5)} немесе ${awardOf(6)} тегін айналым береді. Біріншісі ×1, екіншісі ×2, үшіншісі ×3 төлейді, әрі қарай да солай. Сатып алынған раунд: ${boughtSpins} тегін айналым.`,
    },
  },
  {
    symbol: "mystery",
    tags: ["mystery-symbols"],
    title: {
      en: "Mystery symbols all match",
      ru: "Тайны становятся одним символом",
      kk: "Құпиялар бір таңбаға айналады",
    },
    text: {
      en: "The reels are 2 to 7 rows high, drawn again for every spin. All mystery symbols in view become the same paying symbol.",
      ru: "Высота барабанов от 2 до 7 рядов и меняется в каждом вращении. Все тайны на экране превращаются в один и тот же платящий символ.",
      kk: "Барабандардың биіктігі 2-ден 7 қатарға дейін, әр айналымда жаңадан таңдалады. Көрінген құпиялардың бәрі бірдей төлейтін таңбаға айналады.",
    },
  },
];
