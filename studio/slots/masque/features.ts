import type { Feature } from "#studio/frame/shared/feature.ts";

export const features: readonly Feature[] = [
  {
    symbol: "mirror",
    tags: ["linked-reels"],
    title: {
      en: "Linked reels show the same symbols",
      ru: "Связанные барабаны показывают одно и то же",
      kk: "Байланған барабандар бірдей көрсетеді",
    },
    text: {
      en: "In every spin, 2 to 5 neighboring reels are linked: they turn as one and stop on the same symbols.",
      ru: "В каждом вращении от 2 до 5 соседних барабанов связаны: они крутятся вместе и останавливаются на одинаковых символах.",
      kk: "Әр айналымда 2-ден 5-ке дейінгі көрші барабан байланады: олар бірге айналып, бірдей таңбаларда тоқтайды.",
    },
  },
  {
    symbol: "king",
    tags: [],
    title: {
      en: "The mirror is wild",
      ru: "Зеркало заменяет любой символ",
      kk: "Айна кез келген таңбаны алмастырады",
    },
    text: {
      en: "It substitutes for any symbol and pays as much as the king.",
      ru: "Оно подходит к любой линии и само платит столько же, сколько король.",
      kk: "Ол кез келген сызыққа жарайды, өзі патшамен бірдей төлейді.",
    },
  },
];
