import type { Feature } from "#studio/frame/shared/feature.ts";
import { forgeSpins } from "./game.ts";

export const features: readonly Feature[] = [
  {
    symbol: "ingot",
    tags: ["walking-wilds", "respins"],
    title: {
      en: "Ingots walk to the left",
      ru: "Слитки идут влево",
      kk: "Құймалар солға жүреді",
    },
    text: {
      en: "Ingots land on the last reel and substitute for any paying symbol. While an ingot is in view, every ingot moves one reel to the left and all reels spin again.",
      ru: "Слиток на последнем барабане заменяет платящие символы. Пока хоть один виден, каждый сдвигается на барабан влево, и всё крутится ещё раз.",
      kk: "Соңғы барабандағы құйма төлейтін таңбаларды алмастырады. Біреуі көрініп тұрғанша, әрқайсысы бір барабан солға жылжып, бәрі қайта айналады.",
    },
  },
  {
    symbol: "anvil",
    tags: ["bonus-game"],
    title: {
      en: "Three anvils open the forge",
      ru: "Три наковальни открывают кузницу",
      kk: "Үш төс ұстахананы ашады",
    },
    text: {
      en: `The forge has its own reels. Before each of its first ${forgeSpins} spins, an ingot is put on the last reel, and the forge continues until the last ingot has left.`,
      ru: `У кузницы свои барабаны. Перед каждым из первых ${forgeSpins} вращений на последний барабан кладут слиток; кузница работает, пока не уйдёт последний.`,
      kk: `Ұстахананың барабандары бөлек. Алғашқы ${forgeSpins} айналымның әрқайсысының алдында соңғы барабанға құйма қойылады; соңғы құйма кеткенше ұстахана жұмыс істейді.`,
    },
  },
];
