import type { Feature } from "#studio/frame/shared/feature.ts";

export const features: readonly Feature[] = [
  {
    symbol: "lantern",
    tags: ["expanding-wilds", "respins"],
    title: {
      en: "Lanterns fill their reels and stay",
      ru: "Фонари заполняют барабан и остаются",
      kk: "Шамдар барабанды толтырып, сол күйі қалады",
    },
    text: {
      en: "A reel that shows a lantern fills with lanterns and is held while the other reels spin again. A new lantern gives one more respin.",
      ru: "Барабан с фонарём заполняется фонарями и стоит, пока остальные крутятся ещё раз. Новый фонарь даёт ещё один респин.",
      kk: "Шам түскен барабан шамға толып, қалғандары тағы бір айналғанша тұрып қалады. Жаңа шам тағы бір қайта айналым береді.",
    },
  },
  {
    symbol: "camel",
    tags: ["both-ways"],
    title: {
      en: "Pays from both sides",
      ru: "Платит с обеих сторон",
      kk: "Екі жақтан да төлейді",
    },
    text: {
      en: "Every line pays from the left and from the right; five alike are paid once.",
      ru: "Каждая линия платит и слева, и справа; пять одинаковых оплачиваются один раз.",
      kk: "Әр сызық солдан да, оңнан да төлейді; бес бірдей таңба бір-ақ рет төленеді.",
    },
  },
];
