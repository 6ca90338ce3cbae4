import type { Theme } from "#studio/frame/shared/theme.ts";

export const theme: Theme = {
  hero: "eagle",
  palette: { ground: "#16264d", metal: "#f2b34d", accent: "#b8462e", second: "#4f8f5b", well: ["#070d1f", "#152347"] },
  frame: "wood",
  sound: { stop: "wood", win: "pluck", feature: "pad", scale: [0, 7, 12, 19, 24] },
  motion: "reels",
};
