import type { Theme } from "#studio/frame/shared/theme.ts";

export const theme: Theme = {
  hero: "book",
  palette: { ground: "#14123f", metal: "#e0ad4c", accent: "#2f5bd8", second: "#e58a54", well: ["#05051a", "#1d1a5e"] },
  frame: "brass",
  sound: { stop: "paper", win: "pluck", feature: "pad", scale: [0, 3, 5, 10, 12] },
  motion: "reels",
};
