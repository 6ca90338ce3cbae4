import type { Theme } from "#studio/frame/shared/theme.ts";

export const theme: Theme = {
  hero: "bob",
  palette: { ground: "#f4efe4", metal: "#b98a3d", accent: "#12231c", second: "#c1de1b", well: ["#e6dfcf", "#fffdf6"] },
  frame: "rules",
  light: true,
  sound: { stop: "click", win: "pluck", feature: "bell", scale: [0, 2, 3, 5, 7, 9] },
  motion: "reels",
};
