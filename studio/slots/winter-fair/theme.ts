import type { Theme } from "#studio/frame/shared/theme.ts";

export const theme: Theme = {
  hero: "horse",
  palette: { ground: "#10284a", metal: "#e8b04a", accent: "#d33a3f", second: "#2f6b57", well: ["#081529", "#1b3c66"] },
  frame: "ice",
  sound: { stop: "wood", win: "mallet", feature: "bell", scale: [0, 4, 7, 12, 16] },
  features: {
    wheel: { titles: { en: "Bonus wheel", ru: "Бонусное колесо", kk: "Бонус дөңгелегі" }, onCard: true },
  },
  motion: "reels",
};
