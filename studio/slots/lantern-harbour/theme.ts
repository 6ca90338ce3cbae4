import type { Theme } from "#studio/frame/shared/theme.ts";

export const theme: Theme = {
  hero: "lighthouse",
  palette: { ground: "#0b2740", metal: "#ff9e3d", accent: "#e8e0c8", second: "#d13b3b", well: ["#04121f", "#0f3554"] },
  frame: "wood",
  sound: { stop: "bell", win: "bell", feature: "bell", scale: [0, 2, 5, 9, 12] },
  features: {
    lanterns: {
      titles: { en: "Hold and win", ru: "Фонари горят", kk: "Шамдар жанды" },
      onCard: true,
      counts: "respins",
    },
  },
  motion: "reels",
};
