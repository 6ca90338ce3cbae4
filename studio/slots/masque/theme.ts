import type { Theme } from "#studio/frame/shared/theme.ts";

export const theme: Theme = {
  hero: "jester",
  palette: { ground: "#2a0f3d", metal: "#f0c860", accent: "#e3376d", second: "#19b5a5", well: ["#12051d", "#41195c"] },
  frame: "mirror",
  sound: { stop: "click", win: "pluck", feature: "pad", scale: [0, 5, 9, 12, 17] },
  features: {
    link: { titles: { en: "Linked reels", ru: "Связанные барабаны", kk: "Байланысқан барабандар" }, bracket: true },
  },
  motion: "reels",
};
