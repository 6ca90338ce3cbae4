import type { Theme } from "#studio/frame/shared/theme.ts";

export const theme: Theme = {
  hero: "seven",
  palette: { ground: "#101a2b", metal: "#e0ad4c", accent: "#c8102e", second: "#7a3fd0", well: ["#070c16", "#1d2c4a"] },
  frame: "brass",
  sound: { stop: "click", win: "bell", feature: "bell", scale: [0, 3, 7, 12, 15] },
  motion: "reels",
};
