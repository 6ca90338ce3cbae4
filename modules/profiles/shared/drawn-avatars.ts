/** The drawn pictures, in the order of display. Each has a letter that is not a hexadecimal digit. */
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
