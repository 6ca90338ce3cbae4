import type { Theme } from "#studio/frame/shared/theme.ts";

export const theme: Theme = {
  hero: "crown",
  palette: { ground: "#4a1440", metal: "#e0ad4c", accent: "#c6283c", second: "#2f7be0", well: ["#1d0518", "#4d1442"] },
  frame: "brass",
  sound: { stop: "glass", win: "glass", feature: "bell", scale: [0, 5, 7, 12, 17, 19] },
  motion: "fall",
};
