import type { Theme } from "#studio/frame/shared/theme.ts";

export const theme: Theme = {
  hero: "cockerel",
  palette: { ground: "#20121c", metal: "#d8a657", accent: "#b3202a", second: "#2b7a78", well: ["#10080e", "#36202f"] },
  frame: "wood",
  sound: { stop: "wood", win: "wood", feature: "wood", scale: [0, 2, 7, 9, 14] },
  motion: "reels",
};
