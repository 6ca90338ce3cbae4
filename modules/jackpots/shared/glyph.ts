/** Strokes of a 20 × 20 picture of a pot of coins. */
export const jackpotGlyph =
  "M4 9h12l-1.5 7h-9zM3 9h14M7 6a1.8 1.8 0 1 0 0-3.600 1.8 1.8 0 0 0 0 3.600M13 6a1.8 1.8 0 1 0 0-3.600 1.8 1.8 0 0 0 0 3.600";
