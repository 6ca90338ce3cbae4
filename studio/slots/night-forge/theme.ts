import type { Theme } from "#studio/frame/shared/theme.ts";

export const theme: Theme = {
  hero: "helm",
  palette: { ground: "#1a0f0c", metal: "#9aa4ad", accent: "#ff6a1f", second: "#ffd27a", well: ["#0a0504", "#2d1812"] },
  frame: "iron",
  sound: { stop: "wood", win: "bell", feature: "wood", scale: [0, 3, 7, 10, 12] },
  features: {
    walk: { titles: { en: "Respin", ru: "Респин", kk: "Қайта айналым" } },
    forge: { titles: { en: "The forge", ru: "Кузница", kk: "Ұстахана" }, onCard: true, counts: "spins" },
  },
  motion: "reels",
};
