import type { Feature } from "#studio/frame/shared/feature.ts";
import { freeWildWorth, mostFreeSpins } from "./game.ts";

export const features: readonly Feature[] = [
  {
    symbol: "hood",
    tags: ["free-spins"],
    title: {
      en: "Falcon hoods open the free spins",
      ru: "Клобучки открывают фриспины",
      kk: "Томаға тегін айналымды ашады",
    },
    text: {
      en: `Three, four or five hoods anywhere give 8, 12 or 20 free spins, and hoods add the same numbers again, up to ${mostFreeSpins} in a round.`,
      ru: `Три, четыре или пять клобучков в любом месте дают 8, 12 или 20 фриспинов; новые клобучки добавляют столько же, до ${mostFreeSpins} за раунд.`,
      kk: `Кез келген жердегі үш, төрт немесе бес томаға 8, 12 немесе 20 тегін айналым береді; жаңа томағалар дәл сонша қосады, раундта ең көбі ${mostFreeSpins}.`,
    },
  },
  {
    symbol: "sun",
    tags: ["wild-multiplier"],
    title: {
      en: `Each sun counts ${freeWildWorth} times`,
      ru: `Каждое солнце считается за ${freeWildWorth}`,
      kk: `Әр күн ${freeWildWorth} есе саналады`,
    },
    text: {
      en: `The sun substitutes for any paying symbol. In free spins each sun counts ${freeWildWorth} times in its way, and several suns multiply each other.`,
      ru: `Солнце заменяет платящие символы. Во фриспинах каждое солнце считается в своём способе за ${freeWildWorth}, а несколько солнц перемножаются.`,
      kk: `Күн төлейтін таңбаларды алмастырады. Тегін айналымда әр күн өз тәсілінде ${freeWildWorth} есе саналады, ал бірнеше күн бір-біріне көбейтіледі.`,
    },
  },
];
