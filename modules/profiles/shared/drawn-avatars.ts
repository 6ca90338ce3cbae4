/** The drawn pictures anybody may choose, in the order in which they are offered. Each has a letter that is no hexadecimal digit. */
export const drawnAvatars = [
  "chip",
  "dice",
  "crown",
  "clover",
  "moon",
  "comet",
  "peak",
  "yurt",
  "fox",
  "owl",
  "cat",
  "fish",
] as const;

export type DrawnAvatar = (typeof drawnAvatars)[number];
