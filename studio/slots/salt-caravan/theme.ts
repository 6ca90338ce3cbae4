import type { Theme } from "#studio/frame/shared/theme.ts";

export const theme: Theme = {
  hero: "camel",
  palette: { ground: "#2a1230", metal: "#f0b45a", accent: "#1f8a8c", second: "#d4543a", well: ["#14061a", "#42204a"] },
  frame: "tent",
  sound: { stop: "paper", win: "pluck", feature: "paper", scale: [0, 3, 5, 7, 10] },
  features: {
    respin: { titles: { en: "Respin", ru: "Респин", kk: "Қайта айналым" } },
  },
  motion: "reels",
};
