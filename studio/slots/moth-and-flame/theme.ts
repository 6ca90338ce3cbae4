import type { Theme } from "#studio/frame/shared/theme.ts";

export const theme: Theme = {
  hero: "luna",
  palette: { ground: "#0e2440", metal: "#62aa9d", accent: "#ffb13d", second: "#6fbf3f", well: ["#051220", "#123a5c"] },
  frame: "copper",
  sound: { stop: "paper", win: "pluck", feature: "pad", scale: [0, 2, 3, 7, 9, 12, 14, 15] },
  features: {
    lamp: { titles: { en: "The lamp bursts", ru: "Лампа лопнула", kk: "Шам жарылды" } },
    moon: { titles: { en: "Moonlight", ru: "Лунный свет", kk: "Ай сәулесі" } },
  },
  motion: "fall",
};
